// A table with a line per student and a column per lab.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/spreadsheet.h"
#include "autograder/exports/export.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

// By student and lab.
using Scores = std::map<std::pair<std::string, std::string>, std::optional<double>>;

std::string line_of(const Student& student, const std::vector<std::string>& labs,
                    const Scores& scores) {
  std::vector<std::string> cells = {as_cell(student.id), as_cell(student.name),
                                    as_cell(student.email), as_cell(student.section)};
  double total = 0;
  bool is_total = true;
  for (const std::string& lab : labs) {
    const auto score = scores.find({student.id, lab});
    const bool is_there = score != scores.end();
    cells.push_back(is_there && score->second ? points_text(*score->second) : "");
    if (is_there && score->second) total += *score->second;
    if (is_there && !score->second) is_total = false;
  }
  cells.push_back(is_total ? points_text(total) : "");
  return csv_line(cells);
}

std::string make_wide(const GradeBook& book, std::vector<Remark>& remarks) {
  std::vector<std::string> head = {"student", "name", "email", "section"};
  for (const std::string& lab : book.labs) head.push_back(as_cell(lab));
  head.push_back("total");
  Scores scores;
  for (const GradedLab& graded : book.graded) {
    scores[{graded.student.id, graded.lab.lab}] = graded.score;
    if (!graded.is_gradable)
      remarks.push_back({fmt::format("{} {}: an empty cell, as {}", graded.student.id,
                                     graded.lab.lab, graded.why_no_score())});
  }
  std::string text = csv_line(head);
  for (const Student& student : book.students) text += line_of(student, book.labs, scores);
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
