// A table with a line per student and a column per lab.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/spreadsheet.h"
#include "autograder/classroom/totals.h"
#include "autograder/exports/export.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

// By student and lab.
using Graded = std::map<std::pair<std::string, std::string>, const GradedLab*>;

// What class.json changes, and why, of all labs and of the total.
std::string adjustments_of(const std::string& student, const GradeBook& book,
                           const Graded& graded) {
  std::vector<std::string> all;
  for (const std::string& lab : book.labs)
    if (const auto one = graded.find({student, lab}); one != graded.end())
      for (const std::string& text : one->second->adjustments)
        all.push_back(fmt::format("{}: {}", lab, text));
  if (const auto total = book.totals.find(student); total != book.totals.end())
    for (const std::string& text : total->second.adjustments) all.push_back("total: " + text);
  return fmt::format("{}", fmt::join(all, "; "));
}

bool has_passed(const GradeBook& book) {
  return std::ranges::any_of(book.totals,
                             [](const auto& total) { return total.second.passed.has_value(); });
}

bool has_grades(const GradeBook& book) {
  return std::ranges::any_of(book.totals,
                             [](const auto& total) { return !total.second.grade.empty(); });
}

std::string line_of(const Student& student, const GradeBook& book, const Graded& graded) {
  std::vector<std::string> cells = {as_cell(student.id), as_cell(student.name),
                                    as_cell(student.email), as_cell(student.section)};
  double sum = 0;
  bool is_total = true;
  for (const std::string& lab : book.labs) {
    const auto one = graded.find({student.id, lab});
    const GradedLab* const is_there = one == graded.end() ? nullptr : one->second;
    cells.push_back(is_there && is_there->score ? points_text(*is_there->score) : "");
    if (is_there && is_there->score) sum += *is_there->score;
    if (is_there && !is_there->score && is_there->excused.empty()) is_total = false;
  }
  const auto total = book.totals.find(student.id);
  const double points = total == book.totals.end() ? sum : total->second.points;
  cells.push_back(is_total ? points_text(points) : "");
  if (has_passed(book)) cells.push_back(is_total ? passed_text(total->second) : "");
  if (has_grades(book)) cells.push_back(is_total ? as_cell(total->second.grade) : "");
  if (book.is_adjusted) cells.push_back(as_cell(adjustments_of(student.id, book, graded)));
  return csv_line(cells);
}

std::string make_wide(const GradeBook& book, std::vector<Remark>& remarks) {
  std::vector<std::string> head = {"student", "name", "email", "section"};
  for (const std::string& lab : book.labs) head.push_back(as_cell(lab));
  head.push_back("total");
  if (has_passed(book)) head.push_back("passed");
  if (has_grades(book)) head.push_back("grade");
  if (book.is_adjusted) head.push_back("adjustments");
  Graded all;
  for (const GradedLab& graded : book.graded) {
    all[{graded.student.id, graded.lab.lab}] = &graded;
    if (!graded.is_gradable && !graded.score && graded.excused.empty())
      remarks.push_back({fmt::format("{} {}: an empty cell, as {}", graded.student.id,
                                     graded.lab.lab, graded.why_no_score())});
  }
  std::string text = csv_line(head);
  for (const Student& student : book.students) text += line_of(student, book, all);
  return text;
}

}  // namespace

Export format_csv_wide() {
  return {.name = "csv-wide",
          .help = "a table with a line per student and a column per lab",
          .make_book = make_wide,
          .may_have_mark = true};
}

}  // namespace warplab
