#include "autograder/course_material/pages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
#include <utility>

namespace warplab {
namespace {

std::string joined_short_names(const std::vector<std::string>& labs) {
  std::vector<std::string> names;
  for (const std::string& lab : labs) names.push_back(lab.substr(0, lab.find('-')));
  return fmt::format("{}", fmt::join(names, ", "));
}

class PlanCheck {
 public:
  PlanCheck(const Course& course, const Page& page)
      : course_(course), lines_(lines_of(page.text)), checker_(page.file) {}

  std::vector<std::string> check() && {
    std::vector<std::string> head;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      line_ = static_cast<int>(i) + 1;
      const auto cells = cells_of(lines_[i]);
      if (cells.empty()) continue;
      if (i == 0 || cells_of(lines_[i - 1]).empty()) head = cells;
      if (head[0] == "lab") check_row(head, cells);
    }
    for (const Lab& lab : course_.labs)
      if (!seen_.contains(lab.name)) checker_.expect(1, lab.name, "a row in a table of labs", "");
    std::vector<std::string> mistakes = std::move(checker_).take();
    for (const Lab& lab : course_.labs)
      for (std::size_t i = 0; i < lab.after.size(); ++i)
        if (std::ranges::find(course_.labs, lab.after[i], &Lab::name) == course_.labs.end())
          mistakes.push_back(lab.locate(fmt::format("after[{}]", i),
                                        fmt::format("there is no lab \"{}\"", lab.after[i])));
    return mistakes;
  }

 private:
  struct Weeks {
    int first = 0, last = 0;
  };

  void check_row(const std::vector<std::string>& head, const std::vector<std::string>& cells) {
    const auto name = match(cells[0], R"((lab\d+-[\w-]+))");
    const auto lab = std::ranges::find(course_.labs, name ? name->at(0) : "", &Lab::name);
    if (lab == course_.labs.end() && cells[0] != "all") return;
    const bool is_sum = lab == course_.labs.end();
    if (!is_sum) seen_.insert(lab->name);
    for (std::size_t i = 1; i < head.size(); ++i) {
      const std::string cell = i < cells.size() ? cells[i] : "";
      const bool is_plan = std::regex_match(head[i], std::regex(R"(\d+ weeks)"));
      if (is_sum) {
        if (head[i] == "points") checker_.expect(line_, "all, points", sum_of_points(), cell);
        if (head[i] == "hours") checker_.expect(line_, "all, hours", hours_of_all_, cell);
        if (is_plan) checker_.expect(line_, "all, " + head[i], hours_of_plan_[head[i]], cell);
      } else if (head[i] == "points") {
        checker_.expect(line_, lab->name + ", points", lab->max_score(), cell);
      } else if (head[i] == "hours") {
        checker_.expect(line_, lab->name + ", hours", lab->hours, cell);
        hours_of_all_ += lab->hours;
      } else if (head[i] == "after") {
        checker_.expect(line_, lab->name + ", after", joined_short_names(lab->after), cell);
      } else if (is_plan && !cell.empty()) {
        check_weeks(*lab, head[i], cell);
      }
    }
  }

  void check_weeks(const Lab& lab, const std::string& plan, const std::string& cell) {
    const std::string what = fmt::format("{}, {}", lab.name, plan);
    const int most = std::atoi(plan.c_str());
    const auto said = match(cell, R"(^(\d+)(?: to (\d+))?$)");
    Weeks weeks;
    if (said) weeks.first = weeks.last = std::atoi(said->at(0).c_str());
    if (said && !said->at(1).empty()) weeks.last = std::atoi(said->at(1).c_str());
    if (weeks.first < 1 || weeks.last < weeks.first || weeks.last > most)
      return checker_.expect(line_, what, fmt::format("weeks from 1 to {}", most), cell);
    for (const std::string& other : lab.after) {
      const auto before = weeks_[plan].find(other);
      if (before == weeks_[plan].end() || before->second.last > weeks.first)
        checker_.expect(line_, what, other + " before it", "week " + cell);
    }
    weeks_[plan][lab.name] = weeks;
    hours_of_plan_[plan] += lab.hours;
  }

  double sum_of_points() const {
    double sum = 0;
    for (const Lab& lab : course_.labs) sum += lab.max_score();
    return sum;
  }

  const Course& course_;
  std::vector<std::string> lines_;
  PageChecker checker_;
  int line_ = 0;
  std::set<std::string> seen_;
  double hours_of_all_ = 0;
  std::map<std::string, double> hours_of_plan_;
  std::map<std::string, std::map<std::string, Weeks>> weeks_;  // by plan and lab
};

}  // namespace

std::vector<std::string> check_plan(const Course& course, const Page& page) {
  return PlanCheck(course, page).check();
}

}  // namespace warplab
