#include "autograder/course_material/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>

#include "autograder/report/result.h"

namespace warplab {
namespace {

std::string text_of(const Weeks& weeks) {
  return weeks.first == weeks.last ? fmt::format("{}", weeks.first)
                                   : fmt::format("{} to {}", weeks.first, weeks.last);
}

// Empty if the other lab is over when this one begins, in a course of so many weeks.
std::string complain_of_order(const Lab& lab, const Lab& other, int course) {
  const auto own = lab.weeks.find(course), before = other.weeks.find(course);
  if (own == lab.weeks.end()) return "";
  if (before == other.weeks.end())
    return fmt::format("it comes after {}, which is not in a course of {} weeks", other.name,
                       course);
  if (before->second.last <= own->second.first) return "";
  return fmt::format("it comes after {}, which is in week {}", other.name, text_of(before->second));
}

// How many weeks the courses have that labs are planned for, the longest first.
std::set<int, std::greater<>> courses_of(const Course& course) {
  std::set<int, std::greater<>> weeks;
  for (const Lab& lab : course.labs)
    for (const auto& [length, _] : lab.weeks) weeks.insert(length);
  return weeks;
}

std::string row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string head(const std::vector<std::string>& names) {
  std::string rule = "|";
  for (std::size_t i = 0; i < names.size(); ++i) rule += "---|";
  return row(names) + rule + "\n";
}

std::string names_before(const Lab& lab) {
  std::vector<std::string> names;
  for (const std::string& other : lab.after) names.push_back(short_name(other));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::vector<std::string> plan_mistakes(const Course& course) {
  std::vector<std::string> mistakes;
  for (const Lab& lab : course.labs)
    for (std::size_t i = 0; i < lab.after.size(); ++i) {
      const auto other = std::ranges::find(course.labs, lab.after[i], &Lab::name);
      if (other == course.labs.end()) {
        mistakes.push_back(lab.locate(fmt::format("after[{}]", i),
                                      fmt::format("there is no lab \"{}\"", lab.after[i])));
        continue;
      }
      for (const int length : courses_of(course))
        if (const std::string why = complain_of_order(lab, *other, length); !why.empty())
          mistakes.push_back(lab.locate(fmt::format("weeks.{}", length), why));
    }
  return mistakes;
}

std::string table_of_labs(const Course& course) {
  std::string table = head({"lab", "hours", "what it teaches"});
  for (const Lab& lab : course.labs)
    table += row({fmt::format("[{0}](labs/{0}/README.md)", lab.name),
                  fmt::format("{:g}", lab.hours), lab.teaches});
  return table;
}

std::string table_of_weeks(const Course& course) {
  const auto lengths = courses_of(course);
  std::vector<std::string> names = {"lab", "points", "hours", "after"};
  for (const int length : lengths) names.push_back(fmt::format("{} weeks", length));
  std::string table = head(names);
  double points = 0, hours = 0;
  for (const Lab& lab : course.labs) {
    points += lab.max_score();
    hours += lab.hours;
    std::vector<std::string> cells = {lab.name, fmt::format("{:g}", lab.max_score()),
                                      fmt::format("{:g}", lab.hours), names_before(lab)};
    for (const int length : lengths)
      cells.push_back(lab.weeks.contains(length) ? text_of(lab.weeks.at(length)) : "");
    table += row(cells);
  }
  std::vector<std::string> sums = {"all", fmt::format("{:g}", points), fmt::format("{:g}", hours),
                                   ""};
  for (const int length : lengths) {
    double of_plan = 0;
    for (const Lab& lab : course.labs)
      if (lab.weeks.contains(length)) of_plan += lab.hours;
    sums.push_back(fmt::format("{:g}", of_plan));
  }
  return table + row(sums);
}

}  // namespace warplab
