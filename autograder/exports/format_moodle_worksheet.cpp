// The worksheet of an assignment in Moodle, for grading without a network, filled in. Moodle knows
// students by a number in it that nobody else knows, and stores feedback as HTML.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/filled_table.h"
#include "autograder/exports/html_feedback.h"

namespace warplab {
namespace {

// What is wrong with a hand-in's row, or nothing where it is filled in.
std::string fill_in(FilledTable& sheet, std::size_t row, const GradedLab& graded) {
  const auto possible = number_in(sheet.cell(row, *sheet.column("Maximum grade")));
  if (!possible || *possible <= 0) return "there is no maximum grade";
  const std::string grade = scaled(*graded.score, graded.lab.max_score, *possible);
  if (!sheet.fill(row, *sheet.column("Grade"), grade)) return "the row ends before the grade";
  if (const auto feedback = sheet.column("Feedback comments"))
    sheet.fill(row, *feedback, html_feedback(graded));
  return "";
}

std::string make_worksheet(const GradeBook& book, std::vector<Remark>& remarks) {
  FilledTable sheet(book.form, book.form_file,
                    {"Identifier", "Grade", "Maximum grade", "Last modified (grade)"});
  const auto rows = find_rows(sheet,
                              {{"Email address", &Student::email},
                               {"ID number", &Student::id},
                               {"Username", &Student::id},
                               {"Full name", &Student::name}},
                              book.students);
  for (const GradedLab& graded : book.graded) {
    const auto row = rows.find(graded.student.id);
    std::string complaint;
    if (!graded.score)
      complaint = graded.why_no_score();
    else if (row == rows.end())
      complaint = "no row is this student's";
    else
      complaint = fill_in(sheet, row->second, graded);
    if (!complaint.empty())
      remarks.push_back(
          {fmt::format("{} {}: not filled in, as {}", graded.student.id, graded.lab.lab, complaint),
           graded.score || graded.excused.empty()});
  }
  return sheet.text();
}

}  // namespace

Export format_moodle_worksheet() {
  return {"moodle-worksheet",
          "the grading worksheet of an assignment in Moodle, filled in",
          {},
          make_worksheet,
          true,
          "the grading worksheet of the assignment, as Moodle gives it",
          false,
          true};
}

}  // namespace warplab
