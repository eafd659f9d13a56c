#include "autograder/course_commands/export.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

#include "autograder/classroom/adjustments.h"
#include "autograder/classroom/ledger.h"
#include "autograder/classroom/pseudonyms.h"
#include "autograder/classroom/roster.h"
#include "autograder/classroom/scores.h"
#include "autograder/classroom/settings.h"
#include "autograder/course/lab.h"
#include "autograder/course_commands/open_class.h"
#include "autograder/exports/export.h"
#include "autograder/exports/read_class.h"
#include "autograder/graded/read_result.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"

namespace warplab {
namespace {

void write(const ExportRequest& request, std::string content) {
  if (request.with_mark) content.insert(0, "\xef\xbb\xbf");
  if (request.output)
    write_file(*request.output, content);
  else
    fmt::print("{}", content);
}

// Leaves these labs alone in a sheet, without what all labs add up to.
void keep_only(const std::vector<const Lab*>& labs, ScoreSheet& sheet) {
  const std::size_t all = sheet.labs.size();
  std::erase_if(sheet.labs, [&](const Lab* lab) { return !std::ranges::count(labs, lab); });
  if (sheet.labs.size() < all) sheet.totals.clear();
}

// `remedy` leads to the name of one of the labs.
void expect_one_lab(const Export& format, const GradeBook& book, const char* remedy) {
  if (format.takes_one_lab && book.labs.size() > 1)
    throw CourseError(fmt::format("a file for {} has the grades of one lab: {} {}", format.name,
                                  remedy, fmt::join(book.labs, ", ")));
}

void expect_form(const Export& format, const ExportRequest& request) {
  if (request.into && format.form.empty())
    throw CourseError(fmt::format("{} makes a file of its own: leave out --into {}", format.name,
                                  sanitize_line(request.into->string())));
  if (!request.into && !format.form.empty())
    throw CourseError(fmt::format("{} fills in {}: add --into FILE", format.name, format.form));
  if (request.with_mark && !format.may_have_mark)
    throw CourseError(fmt::format("{} has no byte order mark: leave out --bom", format.name));
}

// For formats that have no remarks of their own.
std::vector<Remark> remarks_on(const std::vector<GradedLab>& graded) {
  std::vector<Remark> remarks;
  for (const GradedLab& each : graded)
    if (!each.is_gradable)
      remarks.push_back(
          {fmt::format("{}: {} has no grade, as {}: grade it again",
                       sanitize_line(each.file.string()), each.lab.lab, each.why_no_score())});
  return remarks;
}

std::string make_book(const Export& format, GradeBook book, const ExportRequest& request,
                      std::vector<Remark>& remarks) {
  if (request.into) {
    book.form = read_file(*request.into);
    book.form_file = request.into->string();
  }
  return format.make_book(book, remarks);
}

// A class of one. Only results of a class know whose they are.
GradeBook book_of_one(std::vector<GradedLab> graded, const ExportRequest& request,
                      const Export& format) {
  const std::string id = request.student ? *request.student : read_student(request.of);
  if (id.empty())
    throw CourseError(
        fmt::format("{} has a line per student, and {} does not say whose it is: add --student ID, "
                    "or hand in and grade as a class does (docs/grading-a-class.md)",
                    format.name, sanitize_line(request.of.string())));
  GradeBook book;
  book.students = {{id, "", "", "", id}};
  for (GradedLab& each : graded) {
    each.student = book.students[0];
    book.labs.push_back(each.lab.lab);
  }
  book.graded = std::move(graded);
  return book;
}

}  // namespace

Export find_export(const std::string& name) {
  std::vector<std::string> names;
  for (Export& each : all_exports()) {
    if (each.name == name) return std::move(each);
    names.push_back(each.name);
  }
  throw CourseError(fmt::format("there is no format {}; there are {}", sanitize_line(name),
                                fmt::join(names, ", ")));
}

std::string formats_text() {
  std::string text = "Formats:";
  for (const Export& each : all_exports())
    text += fmt::format("\n  {:<18}{}", each.name, each.help);
  return text;
}

std::vector<Argument> export_arguments(ExportRequest& request, const std::string& of,
                                       const std::string& help) {
  return {{.name = "format",
           .into = &request.format,
           .help = "one of those below; docs/grading-a-class.md says more",
           .is_required = true},
          {.name = of, .into = &request.of, .help = help, .type = "PATH", .is_required = true},
          {.name = "--output",
           .into = &request.output,
           .help = "the file to write; none: standard output",
           .type = "FILE"},
          {.name = "--into",
           .into = &request.into,
           .help = "a file that a platform has exported, to fill in",
           .type = "FILE"},
          {.name = "--bom",
           .into = &request.with_mark,
           .help = "a table that Excel opens as UTF-8; others may not"}};
}

int export_command(const ExportRequest& request) {
  const Export format = find_export(request.format);
  expect_form(format, request);
  if (request.student && format.make)
    throw CourseError(fmt::format("{} has no line per student: leave out --student", format.name));
  std::vector<GradedLab> graded = read_graded(request.of);
  std::vector<Remark> remarks;
  if (format.make) {
    write(request, format.make(graded));
    remarks = remarks_on(graded);
  } else {
    const GradeBook book = book_of_one(std::move(graded), request, format);
    expect_one_lab(format, book, "export a result of one of");
    write(request, make_book(format, book, request, remarks));
  }
  return tell_remarks(remarks) ? 2 : 0;
}

// Scores that a run of the class may change.
std::vector<Remark> outdated_scores(const ScoreSheet& sheet) {
  std::vector<Remark> remarks;
  for (const Student& student : sheet.students)
    for (const Lab* lab : sheet.labs)
      if (const LabScore* score = sheet.find(student.id, *lab);
          score != nullptr && score->is_outdated)
        remarks.push_back({fmt::format(
            "{} {}: graded by another lab.json or grader than there is now: warplab class run "
            "grades it again",
            student.id, lab->name)});
  return remarks;
}

int class_export_command(const Context& context, const ExportRequest& request) {
  const Export format = find_export(request.format);
  expect_form(format, request);
  if (request.uses_pseudonyms && format.needs_ids)
    throw CourseError(
        fmt::format("{} is for a platform that finds students by their ids: leave out --pseudonyms",
                    format.name));
  const OpenClass open(context, request.of);
  tell_remarks(open.handed_in.remarks);
  ScoreSheet sheet = make_sheet(open.settings, open.handed_in, read_results(request.of));
  keep_only(context.course.select(request.labs), sheet);
  GradeBook own = read_class(sheet, request.of);
  const GradeBook book = request.uses_pseudonyms
                             ? hidden(std::move(own), Pseudonyms(request.of, sheet.students))
                             : std::move(own);
  if (book.labs.empty())
    throw CourseError("no lab that counts has been handed in: see warplab class status");
  expect_one_lab(format, book, "add --lab with one of");
  const std::vector<Remark> outdated = outdated_scores(sheet);
  const bool are_all_used =
      useless_adjustments(open.settings.adjustments, open.handed_in.students).empty();
  std::vector<Remark> remarks;
  if (format.make) {
    write(request, format.make(book.graded));
    remarks = remarks_on(book.graded);
  } else {
    write(request, make_book(format, book, request, remarks));
  }
  for (const std::vector<Remark>* others : {&book.unread, &outdated})
    remarks.insert(remarks.end(), others->begin(), others->end());
  return tell_remarks(remarks) || !are_all_used ? 2 : 0;
}

}  // namespace warplab
