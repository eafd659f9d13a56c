#include "autograder/classroom/scores.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "autograder/classroom/adjustments.h"
#include "autograder/classroom/csv.h"
#include "autograder/classroom/spreadsheet.h"
#include "autograder/classroom/totals.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "autograder/report/rounding.h"

namespace warplab {
namespace {

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

// A result's points without those of voided gates.
double counted_points(const std::vector<Adjustment>& adjustments, const Lab& lab,
                      const KeptResult& result) {
  double points = result.score;
  for (const Adjustment& each : adjustments) {
    if (each.kind != Kind::voided_gate || each.lab != &lab) continue;
    const auto gate = result.gates.find({each.step, each.gate});
    if (gate != result.gates.end()) points -= gate->second;
  }
  return in_tenths(points);
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

// A student's lab, while one of its versions is chosen.
struct Chosen {
  const Lab* lab;
  std::vector<KeptResult> versions{};  // that may count
  std::optional<Moment> deadline{};
  bool takes_days = true;  // it counts, so that days late may be spent on it
  LabScore best{};
};

Chosen chosen_of(const ClassSettings& settings, const std::string& student, const Lab& lab,
                 const std::vector<KeptResult>& results, const HandIn* present) {
  Chosen choice{&lab};
  choice.best.max_score = settings.max_score(lab);
  choice.best.is_waiting =
      present != nullptr && std::ranges::none_of(results, [&](const KeptResult& each) {
        return each.files == present->files && !each.is_outdated;
      });
  choice.best.is_late = present != nullptr && present->is_late;
  choice.versions = versions_of(results);
  choice.best.attempts = static_cast<int>(choice.versions.size());
  choice.deadline = settings.deadline(student, lab);
  choice.takes_days = std::ranges::none_of(settings.adjustments, [&](const Adjustment& each) {
    return concerns(each, student, lab) && (each.kind == Kind::zero || each.kind == Kind::excused);
  });
  if (settings.attempts == Attempts::best) return choice;
  // What lies there now, or what did last, alone counts.
  std::string latest;
  if (present != nullptr)
    latest = present->files;
  else if (!choice.versions.empty())
    latest = std::ranges::max(choice.versions, {}, &KeptResult::handed_in).files;
  std::erase_if(choice.versions, [&](const KeptResult& each) { return each.files != latest; });
  return choice;
}

// Takes a version if it is better than those before. `free_days` are what is left of the student's own.
void offer(const ClassSettings& settings, const KeptResult& version, int free_days,
           Chosen& choice) {
  LabScore& best = choice.best;
  if (!version.is_gradable) {
    if (!best.score) best.key = version.key;
    return;
  }
  std::chrono::seconds late(0);
  int days = 0;
  if (choice.deadline && version.handed_in > *choice.deadline) {
    late = version.handed_in - *choice.deadline;
    days = settings.days_late(*choice.lab, *choice.deadline, version.handed_in);
  }
  const double points = counted_points(settings.adjustments, *choice.lab, version);
  const auto score_with = [&](int spent) {
    return in_tenths(points * settings.late_policy(*choice.lab).share_after(days - spent));
  };
  int spent = choice.takes_days ? std::min(days, free_days + best.late_days) : 0;
  const double score = score_with(spent);
  while (spent > 0 && score_with(spent - 1) == score) --spent;  // none that gains nothing
  // Of equal scores rather one by what there is now, then the one that was less late.
  if (best.score && std::tuple(*best.score, !best.is_outdated, -best.late) >=
                        std::tuple(score, !version.is_outdated, -late))
    return;
  best.score = score;
  best.key = version.key;
  best.graded = version.score;
  best.lost = in_tenths(points - score);
  best.late = late;
  best.late_days = spent;
  best.is_outdated = version.is_outdated;
}

// Chooses a version of each of a student's labs, in the order in which they were handed in, and adjusts its score.
void choose(const ClassSettings& settings, const std::string& student,
            std::vector<Chosen>& choices) {
  std::vector<std::pair<const KeptResult*, Chosen*>> all;
  for (Chosen& choice : choices)
    for (const KeptResult& version : choice.versions) all.emplace_back(&version, &choice);
  std::ranges::stable_sort(all, {}, [](const auto& each) { return each.first->handed_in; });
  for (const auto& [version, choice] : all) {
    int free_days = settings.late_days;
    for (const Chosen& each : choices) free_days -= each.best.late_days;
    offer(settings, *version, free_days, *choice);
  }
  for (Chosen& choice : choices) adjust(choice.best, settings.adjustments, student, *choice.lab);
}

}  // namespace

LabScore score_of(const ClassSettings& settings, const std::string& student, const Lab& lab,
                  const std::vector<KeptResult>& results, const HandIn* present) {
  std::vector<Chosen> one = {chosen_of(settings, student, lab, results, present)};
  choose(settings, student, one);
  return one[0].best;
}

const LabScore* ScoreSheet::find(const std::string& student, const Lab& lab) const {
  const auto found = scores.find({student, &lab});
  return found == scores.end() ? nullptr : &found->second;
}

ScoreSheet make_sheet(const ClassSettings& settings, const HandedIn& handed_in,
                      std::vector<KeptResult> results) {
  mark_outdated(results, handed_in);
  ScoreSheet sheet{handed_in.students, {}, {}, {}, settings};
  std::map<std::pair<std::string, std::string>, std::vector<KeptResult>> kept;
  for (const KeptResult& each : results) kept[{each.student, each.lab}].push_back(each);
  std::map<std::pair<std::string, const Lab*>, const HandIn*> present;
  for (const HandIn& each : handed_in.hand_ins) {
    present[{each.student, each.lab}] = &each;
    if (!each.is_told) continue;
    for (KeptResult& result : kept[{each.student, each.lab->name}])
      if (result.files == each.files) result.handed_in = each.at;
  }

  for (const Student& student : sheet.students) {
    std::vector<Chosen> choices;
    for (const Lab* lab : settings.labs) {
      const auto now = present.find({student.id, lab});
      const auto before = kept.find({student.id, lab->name});
      if (now == present.end() && before == kept.end() &&
          !is_decided(settings.adjustments, student.id, *lab))
        continue;
      choices.push_back(chosen_of(settings, student.id, *lab,
                                  before == kept.end() ? std::vector<KeptResult>{} : before->second,
                                  now == present.end() ? nullptr : now->second));
    }
    choose(settings, student.id, choices);
    for (Chosen& choice : choices) sheet.scores[{student.id, choice.lab}] = std::move(choice.best);
  }
  for (const Lab* lab : settings.labs)
    if (std::ranges::any_of(sheet.students, [&](const Student& student) {
          return sheet.find(student.id, *lab) != nullptr;
        }))
      sheet.labs.push_back(lab);
  add_up(sheet);
  return sheet;
}

namespace {

// What a score does not show, "lab1: 26.0 h late, 6 points lost"; empty for nothing.
std::string remarks_on(const ScoreSheet& sheet, const std::string& student, const Total& total) {
  std::vector<std::string> remarks;
  bool is_excused = false;
  for (const Lab* lab : sheet.labs) {
    const LabScore* score = sheet.find(student, *lab);
    if (score == nullptr) continue;
    is_excused |= !score->excused.empty();
    if (score->late.count() > 0)
      remarks.push_back(
          fmt::format("{}: {} late, {}{} lost", short_name(lab->name),
                      duration_text(static_cast<double>(score->late.count())),
                      score->late_days > 0
                          ? counted(score->late_days, "1 late day spent, ", "{} late days spent, ")
                          : "",
                      points_and_unit(score->lost)));
    if (score->is_late)
      remarks.push_back(short_name(lab->name) +
                        ": late by an unknown time, so nothing is deducted: handed-in.csv");
    if (score->is_outdated)
      remarks.push_back(short_name(lab->name) + ": graded by another lab.json or grader");
    if (score->is_dropped)
      remarks.push_back(short_name(lab->name) + ": not among the best, does not count");
    if (score->adjustments.empty()) continue;
    if (score->graded)
      remarks.push_back(
          fmt::format("{}: graded {}", short_name(lab->name), points_text(*score->graded)));
    for (const std::string& text : score->adjustments)
      remarks.push_back(fmt::format("{}: {}", short_name(lab->name), text));
  }
  for (const std::string& text : total.adjustments) remarks.push_back("total: " + text);
  if (is_excused) remarks.push_back(fmt::format("total out of {}", points_text(total.max_points)));
  return fmt::format("{}", fmt::join(remarks, "; "));
}

}  // namespace

std::string csv_of(const ScoreSheet& sheet) {
  std::vector<std::string> head = {"id", "name", "email", "section"};
  for (const Lab* lab : sheet.labs) head.push_back(short_name(lab->name));
  head.push_back("total");
  const TotalPolicy policy = sheet.settings.total.value_or(TotalPolicy{});
  if (has_pass_marks(sheet.settings)) head.push_back("passed");
  if (!policy.scale.empty()) head.push_back("grade");
  head.push_back("remarks");
  std::string text = csv_line(head);
  for (const Student& student : sheet.students) {
    std::vector<std::string> row;
    for (const std::string& cell : {student.id, student.name, student.email, student.section})
      row.push_back(as_cell(cell));
    for (const Lab* lab : sheet.labs) {
      const LabScore* score = sheet.find(student.id, *lab);
      row.push_back(score != nullptr && score->score ? fmt::format("{}", *score->score) : "");
    }
    const Total& total = sheet.total(student.id);
    row.push_back(fmt::format("{}", total.points));
    if (has_pass_marks(sheet.settings)) row.push_back(passed_text(total));
    if (!policy.scale.empty()) row.push_back(as_cell(total.grade));
    row.push_back(as_cell(remarks_on(sheet, student.id, total)));
    text += csv_line(row);
  }
  return text;
}

}  // namespace warplab
