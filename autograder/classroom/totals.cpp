// Scores and weights are whole tenths here, and all arithmetic is that of whole numbers.
#include "autograder/classroom/totals.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/adjustments.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"

namespace warplab {
namespace {

using Kind = Adjustment::Kind;

// A lab that may count for a student.
struct Part {
  const Lab* lab;
  LabScore* score;  // null: none
  long weight;
};

// In the weight's tenths, a half up.
long contribution_of(const LabScore& score, long weight) {
  const long most = tenths(score.max_score);
  return most == 0 ? 0 : (2 * tenths(score.score.value_or(0)) * weight + most) / (2 * most);
}

double points(long whole_tenths) { return static_cast<double>(whole_tenths) / 10; }

// The sum of the largest, or of all.
long largest(std::vector<long> numbers, std::size_t best) {
  std::ranges::sort(numbers, std::ranges::greater{});
  if (best > 0 && best < numbers.size()) numbers.resize(best);
  long sum = 0;
  for (const long number : numbers) sum += number;
  return sum;
}

class Adding {
 public:
  Adding(ScoreSheet& sheet, std::string student)
      : settings_(sheet.settings), student_(std::move(student)) {
    best_ = settings_.total ? settings_.total->best : 0;
    for (const Lab* lab : counts_all_labs(settings_) ? settings_.labs : sheet.labs) {
      const auto score = sheet.scores.find({student_, lab});
      LabScore* const has = score == sheet.scores.end() ? nullptr : &score->second;
      const long weight = tenths(settings_.weight(*lab));
      full_.push_back(weight);
      if (has != nullptr && !has->excused.empty()) continue;
      parts_.push_back({lab, has, weight});
    }
  }

  Total total() && {
    choose();
    adjust();
    total_.points = points(sum_);
    total_.max_points = points(most());
    judge();
    tell();
    return std::move(total_);
  }

 private:
  long most() const {
    std::vector<long> weights;
    for (const Part& part : parts_) weights.push_back(part.weight);
    return largest(weights, best_);
  }

  // The labs that contribute most count, the first of equal ones.
  void choose() {
    std::vector<Part*> order;
    for (Part& part : parts_) {
      if (part.score == nullptr) continue;
      part.score->contribution = points(contribution_of(*part.score, part.weight));
      total_.late_days += part.score->late_days;
      order.push_back(&part);
    }
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [](const Part* part) { return part->score->contribution; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      LabScore& score = *order[i]->score;
      score.is_dropped = best_ > 0 && i >= best_;
      if (!score.is_dropped) sum_ += tenths(score.contribution);
    }
  }

  void adjust() {
    double sum = points(sum_);
    for (const Adjustment& each : settings_.adjustments) {
      if (each.lab != nullptr || each.student != student_ || each.kind == Kind::excused) continue;
      std::string limit;
      if (each.kind == Kind::points)
        limit = add_points(sum, each.points, std::numeric_limits<double>::infinity());
      else
        sum = 0;
      total_.adjustments.push_back(text_of(each, limit));
    }
    sum_ = tenths(sum);
  }

  // Who is excused needs the same share of what is left.
  bool reaches(double mark) const { return sum_ * largest(full_, best_) >= tenths(mark) * most(); }

  void judge() {
    if (most() == 0) return;
    if (has_pass_marks(settings_)) {
      if (settings_.total && settings_.total->pass && !reaches(*settings_.total->pass))
        missing_.push_back(fmt::format("passing takes {} of {}",
                                       points_text(*settings_.total->pass),
                                       points_and_unit(points(largest(full_, best_)))));
      for (const Part& part : parts_) {
        const auto own = settings_.own.find(part.lab);
        if (own == settings_.own.end() || !own->second.pass) continue;
        const double has = part.score == nullptr ? 0 : part.score->score.value_or(0);
        if (tenths(has) < tenths(*own->second.pass))
          missing_.push_back(fmt::format("passing takes {} in {}, which has {}",
                                         points_and_unit(*own->second.pass),
                                         short_name(part.lab->name), points_text(has)));
      }
      total_.passed = missing_.empty();
    }
    if (!settings_.total) return;
    for (const TotalPolicy::Grade& grade : settings_.total->scale) {
      total_.grade = grade.name;
      if (total_.passed.value_or(true) && reaches(grade.from)) break;
    }
  }

  void tell() {
    std::vector<std::string> counting, dropped;
    for (const Part& part : parts_) {
      if (part.score == nullptr || !part.score->score) continue;
      const std::string name = short_name(part.lab->name);
      const std::string contribution = points_text(part.score->contribution);
      if (part.score->is_dropped)
        dropped.push_back(fmt::format("{} ({})", name, contribution));
      else
        counting.push_back(name + " " + contribution);
    }
    std::string& text = total_.told;
    text = fmt::format("Your total is {} of {}", points_text(total_.points),
                       points_and_unit(total_.max_points));
    if (!counting.empty()) text += fmt::format(": {}", fmt::join(counting, " + "));
    for (const std::string& each : total_.adjustments) text += fmt::format("; {}", each);
    text += ".";
    if (!dropped.empty())
      text += fmt::format(" The best {}, which leaves out {}.",
                          counted(best_, "lab counts", "{} labs count"), fmt::join(dropped, ", "));
    if (settings_.late_days > 0)
      text += fmt::format(" You have spent {} of {}.", total_.late_days,
                          counted(settings_.late_days, "1 late day", "{} late days"));
    if (total_.passed) text += *total_.passed ? " You have passed." : " You have not passed yet: ";
    text += fmt::format("{}{}", fmt::join(missing_, ", "), missing_.empty() ? "" : ".");
    if (!total_.grade.empty()) text += fmt::format(" Your grade is {}.", total_.grade);
  }

  const ClassSettings& settings_;
  const std::string student_;
  std::size_t best_ = 0;
  std::vector<Part> parts_;  // of those that the student is not excused from
  std::vector<long> full_;   // weights of all
  long sum_ = 0;
  std::vector<std::string> missing_;  // to pass
  Total total_;
};

}  // namespace

bool has_pass_marks(const ClassSettings& settings) {
  return (settings.total && settings.total->pass) ||
         std::ranges::any_of(settings.own,
                             [](const auto& own) { return own.second.pass.has_value(); });
}

bool counts_all_labs(const ClassSettings& settings) {
  return settings.total || has_pass_marks(settings);
}

bool has_weights(const ClassSettings& settings) {
  return std::ranges::any_of(settings.own,
                             [](const auto& own) { return own.second.weight.has_value(); });
}

std::string passed_text(const Total& total) {
  return !total.passed ? "" : *total.passed ? "yes" : "no";
}

void add_up(ScoreSheet& sheet) {
  for (const Student& student : sheet.students)
    sheet.totals[student.id] = Adding(sheet, student.id).total();
}

}  // namespace warplab
