#include "autograder/commands/export.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "autograder/classroom/ledger.h"
#include "autograder/classroom/roster.h"
#include "autograder/classroom/scores.h"
#include "autograder/classroom/settings.h"
#include "autograder/commands/open_class.h"
#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "autograder/exports/read_class.h"
#include "autograder/exports/read_result.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"

namespace warplab {
namespace {

void write(const ExportRequest& request, const std::string& content) {
  if (request.output)
    write_file(*request.output, content);
  else
    fmt::print("{}", content);
}

// The settings of a class of which only `labs` count.
ClassSettings only(const std::vector<const Lab*>& labs, ClassSettings settings) {
  std::erase_if(settings.labs, [&](const Lab* lab) { return !std::ranges::count(labs, lab); });
  return settings;
}

void expect_labs(const Export& format, const GradeBook& book) {
  if (book.labs.empty())
    throw CourseError("nobody has handed in a lab that counts: warplab class status says more");
  if (format.takes_one_lab && book.labs.size() > 1)
    throw CourseError(
        fmt::format("a file for {} has the grades of one lab: add --lab with one of {}",
                    format.name, fmt::join(book.labs, ", ")));
}

void expect_form(const Export& format, const ExportRequest& request) {
  if (request.into && format.form.empty())
    throw CourseError(fmt::format("{} makes a file of its own: leave out --into {}", format.name,
                                  sanitize_line(request.into->string())));
  if (!request.into && !format.form.empty())
    throw CourseError(fmt::format("{} fills in {}: add --into FILE", format.name, format.form));
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

int export_command(const ExportRequest& request) {
  const Export format = find_export(request.format);
  if (!format.make)
    throw CourseError(fmt::format("{} is made of a class: warplab class export {} FOLDER",
                                  format.name, format.name));
  const std::vector<GradedLab> graded = read_graded(request.of);
  write(request, format.make(graded));
  return tell_remarks(remarks_on(graded)) ? 2 : 0;
}

int class_export_command(const Context& context, const ExportRequest& request) {
  const Export format = find_export(request.format);
  expect_form(format, request);
  const OpenClass open(context, request.of);
  tell_remarks(open.handed_in.remarks);
  const ClassSettings settings = only(context.course.select(request.labs), open.settings);
  GradeBook book =
      read_class(make_sheet(settings, open.handed_in, read_results(request.of)), request.of);
  expect_labs(format, book);
  if (request.into) {
    book.form = read_file(*request.into);
    book.form_file = request.into->string();
  }
  std::vector<Remark> remarks;
  if (format.make) remarks = remarks_on(book.graded);
  write(request, format.make ? format.make(book.graded) : format.make_book(book, remarks));
  return tell_remarks(remarks) ? 2 : 0;
}

}  // namespace warplab
