#include "autograder/items/items.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
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
  void add(const StepResult& step) {
    items_.step = step.step;
    items_.name = step.name;
    for (const GateRow& row : rows_of_step(step)) add(row);
    for (const std::string& name : mistakes_of(step)) ++mistakes_[name];
    if (step.time && !step.time->baseline.empty())
      ratios_[{step.time->baseline, step.time->modelled, step.time->gpu}].push_back(
          step.time->ratio);
  }

  StepItems finish(const std::string& lab, const Handout& handout) && {
    for (GateItem& gate : items_.gates) {
      gate.points /= gate.students();
      gate.max_points /= gate.students();
    }
    for (const auto& [name, students] : mistakes_)
      items_.mistakes.push_back({name, students, handout.about(lab, items_.step, name)});
    std::ranges::stable_sort(items_.mistakes, std::greater(), &MistakeItem::students);
    for (auto& [how, ratios] : ratios_) {
      const auto& [baseline, modelled, gpu] = how;
      std::ranges::sort(ratios);
      items_.speeds.push_back({baseline, modelled, gpu, quantile(ratios, 0.25),
                               quantile(ratios, 0.5), quantile(ratios, 0.75), quantile(ratios, 1),
                               ratios});
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
    for (const StepResult& step : graded.lab.steps)
      if (step.verdict.kind != VerdictKind::grader_error) steps_[step.step].add(step);
    if (has_grader_error(graded.lab)) return;
    ++items_.students;
    items_.points += graded.lab.score;
    for (const StepResult& step : graded.lab.steps) items_.max_points += step.max_score;
  }

  LabItems finish(const Handout& handout) && {
    if (items_.students > 0) {
      items_.points /= items_.students;
      items_.max_points /= items_.students;
    }
    for (auto& [number, step] : steps_)
      items_.steps.push_back(std::move(step).finish(items_.lab, handout));
    return std::move(items_);
  }

 private:
  LabItems items_;
  std::map<int, StepSum> steps_;
};

}  // namespace

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

}  // namespace warplab
