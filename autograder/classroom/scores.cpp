#include "autograder/classroom/scores.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <tuple>
#include <utility>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/spreadsheet.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "autograder/report/rounding.h"

namespace warplab {
namespace {

// Points are given in tenths.
double to_tenths(double points) { return half_up(points * 10) / 10; }

// One result for each version of the files: what its newest grading in the sandbox says, rather by what
// there is now than by an earlier lab.json, handed in when it was first seen.
std::vector<KeptResult> versions_of(const std::vector<KeptResult>& results) {
  std::map<std::string, KeptResult> versions;
  for (const KeptResult& result : results) {
    const auto [at, is_new] = versions.try_emplace(result.files, result);
    if (is_new) continue;
    const Moment first = std::min(at->second.handed_in, result.handed_in);
    const auto rank = [](const KeptResult& each) {
      return std::tuple(each.is_gradable, !each.is_outdated, each.graded);
    };
    if (rank(result) >= rank(at->second)) at->second = result;
    at->second.handed_in = first;
  }
  std::vector<KeptResult> all;
  for (auto& [files, version] : versions) all.push_back(std::move(version));
  return all;
}

using Kind = Adjustment::Kind;

double max_score_of(const std::vector<Adjustment>& adjustments, const Lab& lab) {
  double points = lab.max_score();
  for (const Adjustment& each : adjustments)
    if (each.kind == Kind::voided_gate && each.lab == &lab) points -= each.gate_points;
  return to_tenths(points);
}

// A result's points without those of voided gates.
double counted_points(const std::vector<Adjustment>& adjustments, const Lab& lab,
                      const KeptResult& result) {
  double points = result.score;
  for (const Adjustment& each : adjustments) {
    if (each.kind != Kind::voided_gate || each.lab != &lab) continue;
    const auto gate = result.gates.find({each.step, each.gate});
    if (gate != result.gates.end()) points -= gate->second;
  }
  return to_tenths(points);
}

// Adds points, but none beyond 0 and `most`. Returns what stood in their way: "up to 30".
std::string add_points(double& score, double points, double most) {
  const double wanted = to_tenths(score + points);
  score = std::clamp(wanted, 0.0, std::max(most, score));
  if (wanted < score) return "down to 0";
  return wanted > score ? "up to " + points_text(score) : "";
}

// Adjusts what there is, or would be, for a student's lab.
void adjust(LabScore& score, const std::vector<Adjustment>& adjustments, const std::string& student,
            const Lab& lab) {
  for (const Adjustment& each : adjustments) {
    if (!concerns(each, student, lab)) continue;
    std::string limit;
    if (each.kind == Kind::points) {
      // Points for all are for those who have a score; nobody has less than none.
      if (!score.score && (each.student.empty() || each.points < 0)) continue;
      double points = score.score.value_or(0);
      limit = add_points(points, each.points, score.max_score);
      score.score = points;
    }
    if (each.kind == Kind::zero) score.score = 0;
    if (each.kind == Kind::excused) score.excused = each.reason;
    score.adjustments.push_back(text_of(each, limit));
  }
  if (!score.excused.empty()) score.score.reset();
}

// Whether a student has a score for a lab, or none for a reason, without a hand-in.
bool is_decided(const std::vector<Adjustment>& adjustments, const std::string& student,
                const Lab& lab) {
  return std::ranges::any_of(adjustments, [&](const Adjustment& each) {
    return concerns(each, student, lab) &&
           (each.kind == Kind::excused ||
            (!each.student.empty() && (each.kind == Kind::zero || each.points > 0)));
  });
}

}  // namespace

LabScore score_of(const ClassSettings& settings, const std::string& student, const Lab& lab,
                  const std::vector<KeptResult>& results, const HandIn* present) {
  LabScore best;
  best.max_score = max_score_of(settings.adjustments, lab);
  const std::vector<KeptResult> versions = versions_of(results);
  best.is_waiting =
      present != nullptr && std::ranges::none_of(results, [&](const KeptResult& each) {
        return each.files == present->files && !each.is_outdated;
      });
  // The version that alone counts: what lies there now, or what did last.
  std::string latest;
  if (present != nullptr)
    latest = present->files;
  else if (!versions.empty())
    latest = std::ranges::max(versions, {}, &KeptResult::handed_in).files;

  const std::optional<Moment> deadline = settings.deadline(student, lab);
  for (const KeptResult& version : versions) {
    if (settings.attempts == Attempts::latest && version.files != latest) continue;
    if (!version.is_gradable) {
      if (!best.score) best.key = version.key;
      continue;
    }
    std::chrono::seconds late(0);
    if (deadline && version.handed_in > *deadline) late = version.handed_in - *deadline;
    const double share = deadline ? settings.share_left(*deadline, version.handed_in) : 1;
    const double points = counted_points(settings.adjustments, lab, version);
    const double score = to_tenths(points * share);
    // Of equal scores rather one by what there is now, then the one that was less late.
    if (best.score && std::tuple(*best.score, !best.is_outdated, -best.late) >=
                          std::tuple(score, !version.is_outdated, -late))
      continue;
    best.score = score;
    best.key = version.key;
    best.graded = version.score;
    best.lost = to_tenths(points - score);
    best.late = late;
    best.is_outdated = version.is_outdated;
  }
  adjust(best, settings.adjustments, student, lab);
  return best;
}

const LabScore* ScoreSheet::find(const std::string& student, const Lab& lab) const {
  const auto found = scores.find({student, &lab});
  return found == scores.end() ? nullptr : &found->second;
}

double ScoreSheet::max_score(const Lab& lab) const { return max_score_of(adjustments, lab); }

Total ScoreSheet::total(const std::string& student) const {
  Total total;
  for (const Lab* lab : labs) {
    const LabScore* score = find(student, *lab);
    if (score != nullptr && !score->excused.empty()) continue;
    total.max_points = to_tenths(total.max_points + max_score(*lab));
    if (score != nullptr) total.points = to_tenths(total.points + score->score.value_or(0));
  }
  for (const Adjustment& each : adjustments) {
    if (each.lab != nullptr || each.student != student || each.kind == Kind::excused) continue;
    std::string limit;
    if (each.kind == Kind::points)
      limit = add_points(total.points, each.points, std::numeric_limits<double>::infinity());
    else
      total.points = 0;
    total.adjustments.push_back(text_of(each, limit));
  }
  return total;
}

ScoreSheet make_sheet(const ClassSettings& settings, const HandedIn& handed_in,
                      std::vector<KeptResult> results) {
  mark_outdated(results, handed_in);
  ScoreSheet sheet{handed_in.students, {}, {}, settings.adjustments};
  std::map<std::pair<std::string, std::string>, std::vector<KeptResult>> kept;
  for (const KeptResult& each : results) kept[{each.student, each.lab}].push_back(each);
  std::map<std::pair<std::string, const Lab*>, const HandIn*> present;
  for (const HandIn& each : handed_in.hand_ins) {
    present[{each.student, each.lab}] = &each;
    if (!each.is_told) continue;
    for (KeptResult& result : kept[{each.student, each.lab->name}])
      if (result.files == each.files) result.handed_in = each.at;
  }

  for (const Lab* lab : settings.labs) {
    bool is_used = false;
    for (const Student& student : sheet.students) {
      const auto now = present.find({student.id, lab});
      const auto before = kept.find({student.id, lab->name});
      if (now == present.end() && before == kept.end() &&
          !is_decided(settings.adjustments, student.id, *lab))
        continue;
      is_used = true;
      const HandIn* const hand_in = now == present.end() ? nullptr : now->second;
      LabScore& score = sheet.scores[{student.id, lab}];
      score = score_of(settings, student.id, *lab,
                       before == kept.end() ? std::vector<KeptResult>{} : before->second, hand_in);
      score.is_late = hand_in != nullptr && hand_in->is_late;
    }
    if (is_used) sheet.labs.push_back(lab);
  }
  return sheet;
}

namespace {

// What a score does not show, "lab1: 26.0 h late, 6 points lost"; empty for nothing.
std::string remarks_on(const ScoreSheet& sheet, const std::string& student, const Total& total) {
  std::vector<std::string> remarks;
  double most = 0;  // without being excused
  for (const Lab* lab : sheet.labs) most = to_tenths(most + sheet.max_score(*lab));
  for (const Lab* lab : sheet.labs) {
    const LabScore* score = sheet.find(student, *lab);
    if (score == nullptr) continue;
    if (score->late.count() > 0)
      remarks.push_back(fmt::format("{}: {} late, {} points lost", short_name(lab->name),
                                    duration_text(static_cast<double>(score->late.count())),
                                    to_tenths(score->lost)));
    if (score->is_late)
      remarks.push_back(short_name(lab->name) +
                        ": late, nobody knows by how much, nothing is deducted: handed-in.csv");
    if (score->is_outdated)
      remarks.push_back(short_name(lab->name) + ": graded by another lab.json or grader");
    if (score->adjustments.empty()) continue;
    if (score->graded)
      remarks.push_back(
          fmt::format("{}: graded {}", short_name(lab->name), points_text(*score->graded)));
    for (const std::string& text : score->adjustments)
      remarks.push_back(fmt::format("{}: {}", short_name(lab->name), text));
  }
  for (const std::string& text : total.adjustments) remarks.push_back("total: " + text);
  if (total.max_points < most)
    remarks.push_back(fmt::format("total out of {}", points_text(total.max_points)));
  return fmt::format("{}", fmt::join(remarks, "; "));
}

}  // namespace

std::string csv_of(const ScoreSheet& sheet) {
  std::vector<std::string> head = {"id", "name", "email", "section"};
  for (const Lab* lab : sheet.labs) head.push_back(short_name(lab->name));
  head.insert(head.end(), {"total", "remarks"});
  std::string text = csv_line(head);
  for (const Student& student : sheet.students) {
    std::vector<std::string> row;
    for (const std::string& cell : {student.id, student.name, student.email, student.section})
      row.push_back(as_cell(cell));
    for (const Lab* lab : sheet.labs) {
      const LabScore* score = sheet.find(student.id, *lab);
      row.push_back(score != nullptr && score->score ? fmt::format("{}", *score->score) : "");
    }
    const Total total = sheet.total(student.id);
    row.push_back(fmt::format("{}", total.points));
    row.push_back(as_cell(remarks_on(sheet, student.id, total)));
    text += csv_line(row);
  }
  return text;
}

}  // namespace warplab
