#include "autograder/classroom/regrade.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "autograder/classroom/ledger.h"
#include "autograder/report/result.h"
#include "autograder/report/sanitize.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

std::optional<double> score_in(const ScoreSheet& sheet, const HandIn& hand_in) {
  const LabScore* const score = sheet.find(hand_in.student, *hand_in.lab);
  return score == nullptr ? std::nullopt : score->score;
}

std::string shown(const std::optional<double>& score) {
  return score ? fmt::format("{:.1f}", *score) : "-";
}

double gain_of(const ScoreChange& change) {
  return change.after.value_or(0) - change.before.value_or(0);
}

nlohmann::json json_of(const std::optional<double>& score) {
  return score ? nlohmann::json(*score) : nullptr;
}

}  // namespace

fs::path dry_run_folder(const fs::path& class_folder) { return class_folder / ".dry-run"; }

void take_free_keys(const fs::path& class_folder, std::vector<HandIn>& hand_ins) {
  for (HandIn& each : hand_ins) {
    const std::string key = each.key;
    for (int number = 2; is_graded(class_folder, each); ++number)
      each.key = fmt::format("{}-{}", key, number);
  }
}

std::size_t take_over_dry_run(const fs::path& class_folder, const std::vector<HandIn>& hand_ins) {
  std::size_t moved = 0;
  const fs::path dry = dry_run_folder(class_folder);
  for (const HandIn& each : hand_ins) {
    if (!is_graded(dry, each) || is_graded(class_folder, each)) continue;
    std::optional<Claim> claim = Claim::take(class_folder, each.student, each.lab->name);
    if (!claim || is_graded(class_folder, each)) continue;
    claim->keep(dry / each.student / each.lab->name / each.key, each.key);
    ++moved;
  }
  return moved;
}

ScoreChanges compare_scores(const ScoreSheet& before, const ScoreSheet& after,
                            const std::vector<HandIn>& hand_ins) {
  ScoreChanges found;
  for (const HandIn& each : hand_ins) {
    const auto was = score_in(before, each), would_be = score_in(after, each);
    if (was == would_be)
      ++found.same;
    else
      found.changes.push_back({each.student, each.lab->name, was, would_be});
  }
  return found;
}

std::string table_of(const ScoreChanges& found) {
  std::string text;
  std::size_t width = 7;
  for (const ScoreChange& each : found.changes) width = std::max(width, each.student.size());
  if (!found.changes.empty())
    text += fmt::format("{:<{}}  {:<6} {:>7} {:>7} {:>7}\n", "student", width, "lab", "counts",
                        "would", "change");
  std::size_t gains = 0, losses = 0;
  for (const ScoreChange& each : found.changes) {
    const bool is_comparable = each.before && each.after;
    text += fmt::format("{:<{}}  {:<6} {:>7} {:>7} {:>7}\n", sanitize_line(each.student), width,
                        short_name(each.lab), shown(each.before), shown(each.after),
                        is_comparable ? fmt::format("{:+.1f}", gain_of(each)) : "");
    gains += is_comparable && gain_of(each) > 0;
    losses += is_comparable && gain_of(each) < 0;
  }
  text += fmt::format("{} would gain, {} would lose, {} would have a first score, {} stay\n", gains,
                      losses, found.changes.size() - gains - losses, found.same);
  return text;
}

nlohmann::json to_json(const ScoreChanges& found) {
  nlohmann::json changes = nlohmann::json::array();
  for (const ScoreChange& each : found.changes)
    changes.push_back({{"student", each.student},
                       {"lab", each.lab},
                       {"before", json_of(each.before)},
                       {"after", json_of(each.after)}});
  return {{"changes", changes}, {"same", found.same}};
}

}  // namespace warplab
