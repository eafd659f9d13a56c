// A grade book that Canvas has exported, with scores filled in. Canvas takes an empty cell over a
// score for a change, and a column without the number of an assignment for a new one.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "autograder/exports/filled_table.h"

namespace warplab {
namespace {

constexpr const char* excused = "EX";

struct Assignment {
  std::size_t column = 0;
  double points = 0;
};

// "Lab 2: OpenMP" as "lab2openmp", and so is "lab2-openmp".
std::string letters_and_digits(const std::string& text) {
  std::string key;
  for (const unsigned char c : text)
    if (std::isalnum(c)) key += static_cast<char>(std::tolower(c));
  return key;
}

// The columns of assignments, "Lab 2 (4711)", whose title, without the number, is the one wanted.
std::vector<std::size_t> columns_of(const FilledTable& book,
                                    const std::function<bool(const std::string&)>& is_wanted) {
  static const RE2 assignment(R"((.*?)\s*\(\d+\))", RE2::Latin1);
  const std::vector<std::string>& names = book.rows().front().fields;
  std::vector<std::size_t> found;
  for (std::size_t i = *book.column("Section") + 1; i < names.size(); ++i)
    if (std::string title; RE2::FullMatch(names[i], assignment, &title) && is_wanted(title))
      found.push_back(i);
  return found;
}

// The column of a lab's assignment: "Lab 2 (4711)", "lab2-openmp (4711)"; where there is none of these, that of the
// lab's whole title.
std::optional<std::size_t> column_of(const FilledTable& book, const std::string& lab,
                                     const std::string& lab_title) {
  std::vector<std::size_t> found = columns_of(book, [&](const std::string& title) {
    const std::string key = letters_and_digits(title);
    return key == letters_and_digits(lab) || key == letters_and_digits(short_name(lab));
  });
  if (found.empty())
    found = columns_of(book, [&](const std::string& title) { return title == lab_title; });
  if (found.empty()) return std::nullopt;
  const std::vector<std::string>& names = book.rows().front().fields;
  if (found.size() > 1)
    throw CourseError(fmt::format("{}: {} has two columns, {} and {}: rename one in Canvas",
                                  book.place(0), lab, names[found[0]], names[found[1]]));
  return found[0];
}

// What the line "Points Possible" has in a column.
std::string points_cell(const FilledTable& book, std::size_t column) {
  for (std::size_t row = 1; row < book.rows().size(); ++row)
    if (book.cell(row, 0).find("Points Possible") != std::string::npos)
      return book.cell(row, column);
  return "";
}

std::optional<Assignment> assignment_of(const FilledTable& book, const std::string& lab,
                                        const std::string& title, std::vector<Remark>& remarks) {
  const auto remark = [&](const std::string& text) {
    remarks.push_back({fmt::format("{}: {}: {}", book.place(0), lab, text)});
    return std::nullopt;
  };
  const auto column = column_of(book, lab, title);
  if (!column)
    return remark(fmt::format(
        "no column \"{} (number)\" or \"{} (number)\": make the assignment in Canvas, and "
        "export the grade book again",
        lab, title));
  const std::string possible = points_cell(book, *column);
  if (possible.find("read only") != std::string::npos)
    return remark("the column is read only in Canvas");
  const auto points = number_in(possible);
  if (!points || *points <= 0)
    return remark("no points possible: give the assignment some in Canvas, and export again");
  return Assignment{*column, *points};
}

void fill_in(FilledTable& book, const Assignment& assignment, std::optional<std::size_t> row,
             const GradedLab& graded, std::vector<Remark>& remarks) {
  const std::string who = fmt::format("{} {}", graded.student.id, graded.lab.lab);
  if (!graded.score && graded.excused.empty())
    return remarks.push_back({fmt::format("{}: not filled in, as {}", who, graded.why_no_score())});
  if (!row) return remarks.push_back({who + ": not filled in, as no row is this student's"});
  const std::string before = book.cell(*row, assignment.column);
  if (before == excused && !graded.excused.empty()) return;
  if (before == excused || before == "N/A")
    return remarks.push_back(
        {fmt::format("{}: {}: the book has {} there, which stays", book.place(*row), who, before),
         before == "N/A"});
  const std::string score =
      graded.score ? scaled(*graded.score, graded.lab.max_score, assignment.points) : excused;
  if (!book.fill(*row, assignment.column, score))
    remarks.push_back(
        {fmt::format("{}: {}: the row ends before the column", book.place(*row), who)});
}

std::string make_canvas(const GradeBook& grades, std::vector<Remark>& remarks) {
  if (grades.form.starts_with("\xef\xbb\xbf\""))
    throw CourseError(
        fmt::format("{}:1: Canvas reads no quote after a byte order mark; give the file as Canvas "
                    "has exported it, not as a spreadsheet has saved it",
                    grades.form_file));
  FilledTable book(grades.form, grades.form_file, {"ID", "Section"});
  const auto rows = find_rows(book,
                              {{"SIS User ID", &Student::id},
                               {"SIS Login ID", &Student::id},
                               {"SIS Login ID", &Student::email},
                               {"ID", &Student::id},
                               {"Student", &Student::name}},
                              grades.students);
  for (const std::string& lab : grades.labs) {
    const auto of_lab = [&](const GradedLab& graded) { return graded.lab.lab == lab; };
    const auto any = std::ranges::find_if(grades.graded, of_lab);
    const std::string title = any == grades.graded.end() ? lab : any->lab.title;
    const auto assignment = assignment_of(book, lab, title, remarks);
    if (!assignment) continue;
    for (const GradedLab& graded : grades.graded) {
      if (!of_lab(graded)) continue;
      const auto row = rows.find(graded.student.id);
      fill_in(book, *assignment, row == rows.end() ? std::nullopt : std::optional(row->second),
              graded, remarks);
    }
  }
  return book.text();
}

}  // namespace

Export format_canvas() {
  return {"canvas", "a grade book that Canvas has exported, filled in", {},    make_canvas,
          false,    "the grade book that Canvas has exported",          false, true};
}

}  // namespace warplab
