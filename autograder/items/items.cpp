#include "autograder/items/items.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "autograder/exports/gate_rows.h"
#include "autograder/report/result.h"
#include "simt/events/finding.h"

namespace warplab {
namespace {

// The element of `items` whose `name` is `key`: a new one at the end if there is none.
template <class Item, class Key>
Item& item_of(std::vector<Item>& items, Key Item::*name, const Key& key) {
  const auto found = std::ranges::find(items, key, name);
  if (found != items.end()) return *found;
  Item& item = items.emplace_back();
  item.*name = key;
  return item;
}

// A step, as its students' results are added one by one.
class StepSum {
 public:
  // `lab_points` are the student's for the whole lab, where that was graded.
  void add(const StepResult& step, std::optional<double> lab_points) {
    items_.step = step.step;
    items_.name = step.name;
    for (const GateRow& row : rows_of_step(step)) {
      add(row);
      if (lab_points)
        passed_[row.gate].push_back({row.state == RowState::passed, *lab_points - row.points});
    }
    for (const std::string& name : mistakes_of(step)) ++mistakes_[name];
    if (step.time && !step.time->baseline.empty())
      ratios_[{step.time->baseline, step.time->modelled, step.time->gpu}].push_back(
          step.time->ratio);
  }

  StepItems finish(const std::string& lab, const Handout& handout) && {
    for (GateItem& gate : items_.gates) {
      gate.points /= gate.students();
      gate.max_points /= gate.students();
      gate.discrimination = point_biserial(passed_[gate.gate]);
    }
    for (const auto& [name, students] : mistakes_)
      items_.mistakes.push_back({name, students, handout.about(lab, items_.step, name)});
    std::ranges::stable_sort(items_.mistakes, std::greater(), &MistakeItem::students);
    for (auto& [how, ratios] : ratios_) {
      const auto& [baseline, modelled, gpu] = how;
      std::ranges::sort(ratios);
      const Spread spread = spread_of(ratios);
      items_.speeds.push_back({baseline, modelled, gpu, spread.lower, spread.median, spread.upper,
                               ratios.back(), ratios});
    }
    return std::move(items_);
  }

 private:
  void add(const GateRow& row) {
    GateItem& gate = item_of(items_.gates, &GateItem::gate, row.gate);
    if (row.state == RowState::passed) ++gate.passed;
    if (row.state == RowState::failed) ++gate.failed;
    if (row.state == RowState::not_run) ++gate.not_run;
    gate.points += row.points;
    gate.max_points += row.max_points;
  }

  StepItems items_;
  std::map<std::string, std::vector<PassedWith>> passed_;  // by gate
  std::map<std::string, int> mistakes_;
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<double>> ratios_;
};

class LabSum {
 public:
  void add(const GradedLab& graded) {
    if (graded.lab.steps.empty()) return;  // an instructor's points alone
    items_.lab = graded.lab.lab;
    items_.title = graded.lab.title;
    if (!graded.has_grade() || has_grader_error(graded.lab))
      items_.not_graded.push_back(graded.student.id);
    if (!graded.has_grade()) return;
    const bool is_whole = !has_grader_error(graded.lab);
    for (const StepResult& step : graded.lab.steps)
      if (step.verdict.kind != VerdictKind::grader_error)
        steps_[step.step].add(step, is_whole ? std::optional(graded.lab.score) : std::nullopt);
    if (!is_whole) return;
    ++items_.students;
    items_.points += graded.lab.score;
    points_.push_back(graded.lab.score);
    attempts_.push_back(graded.attempts);
    for (const StepResult& step : graded.lab.steps) items_.max_points += step.max_score;
  }

  LabItems finish(const Handout& handout) && {
    if (items_.students > 0) {
      items_.points /= items_.students;
      items_.max_points /= items_.students;
    }
    items_.score = spread_of(points_);
    items_.attempts = spread_of(attempts_);
    for (auto& [number, step] : steps_)
      items_.steps.push_back(std::move(step).finish(items_.lab, handout));
    return std::move(items_);
  }

 private:
  LabItems items_;
  std::vector<double> points_, attempts_;  // of students
  std::map<int, StepSum> steps_;
};

ItemGroup group_of(const std::string& class_name, std::optional<std::string> section,
                   const GradeBook& book, const Handout& handout) {
  ItemGroup group{class_name, std::move(section)};
  std::set<std::string> graded, failed;  // students
  for (const GradedLab& each : book.graded) {
    if (each.has_grade()) graded.insert(each.student.id);
    if (has_grader_error(each.lab)) failed.insert(each.student.id);
  }
  std::vector<double> totals;
  for (const std::string& student : graded) {
    const auto total = book.totals.find(student);
    if (failed.contains(student) || total == book.totals.end()) continue;
    totals.push_back(total->second.points);
    group.max_total += total->second.max_points;
  }
  group.total = spread_of(totals);
  if (!totals.empty()) group.max_total /= static_cast<double>(totals.size());
  group.labs = items_of(book, handout);
  return group;
}

}  // namespace

Spread spread_of(const std::vector<double>& values) {
  if (values.empty()) return {};
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {values.size(), sum / static_cast<double>(values.size()), quantile(values, 0.25),
          quantile(values, 0.5), quantile(values, 0.75)};
}

std::optional<double> point_biserial(const std::vector<PassedWith>& students) {
  constexpr std::size_t fewest = 10;
  const auto all = static_cast<double>(students.size());
  double passed = 0, sum = 0, sum_of_passed = 0;
  for (const PassedWith& each : students) {
    sum += each.points;
    passed += each.passed ? 1 : 0;
    sum_of_passed += each.passed ? each.points : 0;
  }
  double squares = 0;
  for (const PassedWith& each : students) squares += std::pow(each.points - sum / all, 2);
  const double deviation = std::sqrt(squares / all);
  if (students.size() < fewest || passed == 0 || passed == all || !(deviation > 1e-9))
    return std::nullopt;
  const double between = sum_of_passed / passed - (sum - sum_of_passed) / (all - passed);
  const double share = passed / all;
  return between / deviation * std::sqrt(share * (1 - share));
}

double GateItem::share() const { return static_cast<double>(passed) / students(); }

std::set<std::string> mistakes_of(const StepResult& step) {
  std::set<std::string> names;
  if (!step.diagnosis.cause.empty()) names.insert(step.diagnosis.cause);
  for (const simt::events::Finding& finding : step.diagnosis.findings)
    names.insert(std::string(name_of(finding.kind)));
  if (names.empty() && step.verdict.kind != VerdictKind::ok)
    names.insert(verdict_text(step.verdict));
  return names;
}

std::string SpeedItem::over() const {
  const std::string where = !modelled.empty() ? ", " + modelled + " modelled"
                            : !gpu.empty()    ? ", " + gpu
                                              : "";
  return short_name(baseline) + where;
}

double quantile(std::vector<double> values, double q) {
  std::ranges::sort(values);
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return std::lerp(values[below], values[above], place - static_cast<double>(below));
}

std::vector<LabItems> items_of(const GradeBook& book, const Handout& handout) {
  std::map<std::string, LabSum> sums;
  for (const GradedLab& graded : book.graded) sums[graded.lab.lab].add(graded);
  std::vector<LabItems> items;
  for (const std::string& lab : book.labs)
    if (const auto sum = sums.find(lab); sum != sums.end())
      items.push_back(std::move(sum->second).finish(handout));
  return items;
}

std::vector<ItemGroup> groups_of(const std::string& class_name, const GradeBook& book,
                                 const Handout& handout) {
  std::vector<ItemGroup> groups = {group_of(class_name, std::nullopt, book, handout)};
  std::map<std::string, GradeBook> sections;
  for (const GradedLab& each : book.graded) {
    GradeBook& section = sections[each.student.section];
    section.labs = book.labs;
    section.totals = book.totals;
    section.graded.push_back(each);
  }
  const bool has_any =
      std::ranges::any_of(sections, [](const auto& section) { return !section.first.empty(); });
  for (const auto& [name, section] : sections)
    if (has_any) groups.push_back(group_of(class_name, name, section, handout));
  return groups;
}

}  // namespace warplab
