// warplab report: one page for the whole course, or the one of a lab.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/page/course.h"
#include "autograder/page/page.h"
#include "autograder/report/history.h"
#include "autograder/report/sanitize.h"
#include "autograder/report/terminal.h"
#include "autograder/watch/browser.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// `history` may be null: nothing was graded yet.
page::LabProgress progress_of(const Context& context, const Lab& lab, const History* history) {
  page::LabProgress progress;
  progress.lab = lab.name;
  progress.title = lab.title;
  for (const Step& step : lab.steps) {
    const double points = step.max_score();
    progress.steps.push_back(
        {step.number, step.name, step.teaches,
         history ? history->best("labs", lab.name, step.number, points) : std::nullopt, points});
  }
  if (history) progress.last = history->last_run("labs", lab.name);
  const fs::path page = fs::path(lab.name) / page_name;
  if (fs::exists(context.grades / page)) progress.page = page.string();
  return progress;
}

// Writes build/grades/course.html, of the runs of labs/ in the history, and says where it is. Throws
// HistoryError where the history cannot be read, FileError where the page cannot be written.
int report_command(const Context& context) {
  const fs::path file = context.grades / "history.sqlite";
  std::unique_ptr<History> history;
  if (fs::exists(file)) history = std::make_unique<History>(file);
  std::vector<page::LabProgress> labs;
  for (const Lab& lab : context.course.labs)
    labs.push_back(progress_of(context, lab, history.get()));
  fs::create_directories(context.grades);
  const fs::path page = context.grades / course_page_name;
  write_file(page, page::course_page(labs));
  fmt::print("page: {}\n", sanitize_line(shown_path(page)));
  return context.course.broken.empty() ? 0 : 2;
}

// Opens the page that the last grading of a lab left, and says where it is. Throws CourseError where
// there is none.
int open_report(const Context& context, const std::string& name) {
  const Lab& lab = context.course.find(name);
  const fs::path page = context.grades / lab.name / page_name;
  if (!fs::exists(page))
    throw CourseError(
        fmt::format("{0} has no page yet: `make grade-{0}` writes it", short_name(lab.name)));
  fmt::print("page: {}\n", sanitize_line(shown_path(page)));
  std::fflush(stdout);
  if (!open_in_browser(page)) fmt::print("no browser can be started here\n");
  return 0;
}

}  // namespace

Subcommand command_report() {
  const auto lab = std::make_shared<std::string>();
  return {.name = "report",
          .help = "write a page of all labs and your best scores, or open the page of one lab",
          .place = 80,
          .arguments = {{.name = "lab",
                         .into = lab.get(),
                         .help = "the lab: lab5, 5 or the full name"}},
          .run = [lab](const Context& context) {
            return lab->empty() ? report_command(context) : open_report(context, *lab);
          }};
}

}  // namespace warplab
