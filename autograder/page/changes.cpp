#include "autograder/page/changes.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "autograder/report/changes.h"
#include "autograder/report/numbers.h"
#include "simt/page/html.h"

namespace warplab::page {

using simt::page::escape;

namespace {

std::string marked(bool is_good, const std::string& text) {
  return fmt::format("<span class=\"{}\">{}</span>", is_good ? "good" : "bad", text);
}

// "+6 gained", "-3 lost"; of a gate that has as many points as before, "passes now".
std::string change_text(const GateChange& change) {
  const double more = change.points_after - change.points_before;
  if (more == 0)
    return marked(change.passed_after, change.passed_after ? "passes now" : "missed now");
  return marked(more > 0, fmt::format("{}{} {}", more > 0 ? "+" : "-", points_text(std::abs(more)),
                                      more > 0 ? "gained" : "lost"));
}

std::string row(const GateChange& change) {
  return fmt::format(
      "<tr><td><a href=\"#step{0}\">{0}</a></td><th scope=\"row\">{1}</th><td "
      "class=\"number\">{2}</td><td class=\"number\">{3}</td><td>{4}</td></tr>\n",
      change.step, escape(change.gate), points_text(change.points_before),
      points_text(change.points_after), change_text(change));
}

// "8 points gained and 3 lost", "1 point gained and 0 lost"
std::string total(const std::vector<GateChange>& changes) {
  double gained = 0, lost = 0;
  for (const GateChange& change : changes) {
    const double more = change.points_after - change.points_before;
    (more > 0 ? gained : lost) += std::abs(more);
  }
  return fmt::format("{} gained and {} lost", points_and_unit(gained), points_text(lost));
}

}  // namespace

std::string changes_view(const LabResult& before, const LabResult& lab) {
  const std::vector<GateChange> changes = changed_gates(before, lab);
  if (changes.empty()) return "<p>No gate has changed since the run before.</p>\n";
  std::string rows;
  for (const GateChange& change : changes) rows += row(change);
  return fmt::format(
      "<section aria-labelledby=\"changes-title\">\n<h2 id=\"changes-title\">Since the run "
      "before</h2>\n<p>{}.</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Gates that changed\"><table>\n<caption>Gates that "
      "changed</caption>\n<thead><tr>"
      "<th scope=\"col\">step</th><th scope=\"col\">gate</th><th scope=\"col\">points "
      "before</th><th "
      "scope=\"col\">points now</th><th "
      "scope=\"col\">change</th></tr></thead>\n<tbody>\n{}</tbody>\n"
      "</table></div>\n</section>\n",
      total(changes), rows);
}

}  // namespace warplab::page
