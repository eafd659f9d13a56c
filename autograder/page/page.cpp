// A section per step, with its views in the order in which a student needs them.
#include "autograder/page/page.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "autograder/page/banks.h"
#include "autograder/page/changes.h"
#include "autograder/page/html.h"
#include "autograder/page/pictures.h"
#include "autograder/page/source.h"
#include "autograder/page/speed.h"
#include "autograder/page/verdict.h"
#include "autograder/report/numbers.h"
#include "common/version.h"

namespace warplab::page {
namespace {

// A step that would make the page larger goes without its source and pictures.
constexpr std::size_t most_page_bytes = 650 << 10;

std::string step_section(const StepResult& step, const std::string& source_and_pictures) {
  return fmt::format(
      "<section id=\"step{0}\" aria-labelledby=\"step{0}-title\">\n"
      "<h2 id=\"step{0}-title\">Step {0}: {1}</h2>\n{2}{3}{4}</section>\n",
      step.step, escape(step.name), verdict_view(step), source_and_pictures, speed_view(step));
}

std::string contents(const LabResult& lab) {
  std::string items;
  for (const StepResult& step : lab.steps)
    items += fmt::format("<li><a href=\"#step{0}\">Step {0}: {1}</a>, {2}, {3}</li>\n", step.step,
                         escape(step.name), fraction(step.score, step.max_score),
                         escape(verdict_text(step.verdict)));
  return fmt::format("<nav aria-label=\"Steps\"><ul>\n{}</ul></nav>\n", items);
}

}  // namespace

std::string lab_page(const LabResult& lab, const std::string& machine,
                     const std::optional<LabResult>& before) {
  std::string body =
      fmt::format("<header><h1>{}: {}</h1>\n<p>{} points. Graded: <code>{}</code></p></header>\n",
                  escape(lab.lab), escape(lab.title), fraction(lab.score, lab.max_score),
                  escape(lab.submission));
  body += contents(lab) + "<main>\n";
  if (before) body += changes_view(*before, lab);
  for (const StepResult& step : lab.steps) {
    const std::string whole =
        step_section(step, source_view(step) + banks_view(step) + pictures_view(step));
    const bool fits = body.size() + whole.size() <= most_page_bytes;
    body += fits ? whole
                 : step_section(step,
                                "<p>Source and pictures are left out: the page would be too "
                                "large with them.</p>\n");
  }
  body += fmt::format("</main>\n<footer class=\"small\"><p>warplab {}, on {}.</p></footer>\n",
                      escape(version().number), escape(machine));
  return document(lab.lab, body);
}

}  // namespace warplab::page
