#include "autograder/exports/html_feedback.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "autograder/report/numbers.h"
#include "common/escape.h"

namespace warplab {
namespace {

// Escaped text on one line.
std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char c : escape_markup(text)) {
    if (c == '\n')
      line += "<br>";
    else if (c == '\\')
      line += "&#92;";
    else
      line += c;
  }
  return line;
}

void add(std::string& html, const std::string& text) {
  if (!html.empty()) html += "<br>";
  html += on_one_line(text);
}

}  // namespace

std::string html_feedback(const GradedLab& graded) {
  const LabResult& lab = graded.lab;
  std::string html;
  add(html, fmt::format("{}: {} of {}", lab.lab, points_text(graded.score.value_or(0)),
                        points_and_unit(lab.max_score)));
  if (!graded.adjustments.empty() && !graded.file.empty())
    add(html, fmt::format("graded: {}", points_and_unit(lab.score)));
  if (graded.lost > 0)
    add(html, fmt::format("{} lost because it was handed in late", points_and_unit(graded.lost)));
  for (const std::string& text : graded.adjustments) add(html, text);
  for (const StepResult& step : lab.steps) {
    add(html, fmt::format("step {} {}: {}, {}", step.step, step.name, verdict_text(step.verdict),
                          fraction(step.score, step.max_score)));
    if (step.verdict.kind == VerdictKind::ok) continue;
    for (const std::string& sentence : sentences_of(step.diagnosis)) add(html, sentence);
  }
  return html;
}

}  // namespace warplab
