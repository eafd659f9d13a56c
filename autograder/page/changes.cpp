#include "autograder/page/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "autograder/report/changes.h"
#include "autograder/report/numbers.h"
#include "common/numbers.h"
#include "simt/page/html.h"

namespace warplab::page {

using simt::page::escape;
using simt::page::number_head;
using simt::page::scrolled_table;

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

// A number with its sign: "+1,200".
std::string signed_count(double count) {
  return fmt::format("{}{}", count < 0 ? "-" : "+",
                     with_commas(static_cast<std::size_t>(std::abs(count))));
}

std::string line_row(const LineChange& change) {
  const std::string where = change.line == 0 ? std::string("gone")
                                             : fmt::format("<a href=\"#step{0}-line{1}\">{1}</a>",
                                                           change.step, change.line);
  return fmt::format(
      "<tr><td><a href=\"#step{0}\">{0}</a></td><th scope=\"row\">{1}</th><td "
      "class=\"number\">{2}</td><td><code>{3}</code></td><td class=\"number\">{4}</td><td "
      "class=\"number\">{5}</td><td class=\"number\">{6}</td></tr>\n",
      change.step, escape(change.gate), where, escape(change.code),
      with_commas(static_cast<std::size_t>(change.before)),
      with_commas(static_cast<std::size_t>(change.after)),
      signed_count(change.after - change.before));
}

std::string lines_table(const std::vector<LineChange>& changes) {
  constexpr std::size_t most_rows = 30;
  if (changes.empty()) return {};
  std::string rows;
  for (std::size_t c = 0; c < std::min(most_rows, changes.size()); ++c)
    rows += line_row(changes[c]);
  const std::string left_out =
      changes.size() <= most_rows
          ? ""
          : fmt::format("<p>{} left out.</p>\n",
                        counted(changes.size() - most_rows, "1 more line is", "{} more lines are"));
  return scrolled_table(
             {.label = "Lines that changed",
              .caption = "Lines that add more to a counter, or less",
              .columns = {"step", "gate", number_head("line"), "code", number_head("before"),
                          number_head("now"), number_head("change")},
              .rows = rows}) +
         "\n" + left_out;
}

// "Step 1: UNSAFE(omp-race), was WRONG." for each step that has another verdict.
std::string verdicts(const LabResult& before, const LabResult& lab) {
  std::string list;
  for (const StepResult& step : lab.steps) {
    const auto was = std::ranges::find(before.steps, step.step, &StepResult::step);
    if (was == before.steps.end() || verdict_text(was->verdict) == verdict_text(step.verdict))
      continue;
    list += fmt::format("<p><a href=\"#step{0}\">Step {0}</a>: {1}, was {2}.</p>\n", step.step,
                        escape(verdict_text(step.verdict)), escape(verdict_text(was->verdict)));
  }
  return list;
}

std::string gates_table(const std::vector<GateChange>& changes) {
  if (changes.empty()) return "<p>No gate has changed.</p>\n";
  std::string rows;
  for (const GateChange& change : changes) rows += row(change);
  return fmt::format("<p>{}.</p>\n{}\n", total(changes),
                     scrolled_table({.label = "Gates that changed",
                                     .caption = "Gates that changed",
                                     .columns = {"step", "gate", number_head("points before"),
                                                 number_head("points now"), "change"},
                                     .rows = rows}));
}

}  // namespace

std::string changes_view(const LabResult& before, const LabResult& lab) {
  const std::vector<GateChange> gates = changed_gates(before, lab);
  const std::vector<LineChange> lines = changed_lines(before, lab);
  const std::string of_steps = verdicts(before, lab);
  if (gates.empty() && lines.empty() && of_steps.empty())
    return "<p>No gate has changed since the run before.</p>\n";
  return fmt::format(
      "<section aria-labelledby=\"changes-title\">\n<h2 id=\"changes-title\">Since the run "
      "before</h2>\n{}{}{}</section>\n",
      of_steps, gates_table(gates), lines_table(lines));
}

}  // namespace warplab::page
