// The summary of a step of GitHub Actions. It is HTML without an empty line, which alone could end
// it and begin Markdown.
#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/report/numbers.h"
#include "common/escape.h"

namespace warplab {
namespace {

constexpr std::size_t most_summary_bytes = 1000 << 10;  // GitHub drops a summary of more than 1024k

// Text on a single line of the file. In <code> GitHub makes no links of it.
std::string code(const std::string& text) {
  std::string html = "<code>";
  for (const char c : escape_markup(text))
    if (c == '\n')
      html += "<br>";
    else
      html += c;
  return html + "</code>";
}

std::string text_of(RowState state) {
  switch (state) {
    case RowState::passed:
      return "passed";
    case RowState::failed:
      return "missed";
    case RowState::not_run:
      return "not run";
    case RowState::grader_error:
      return "grader error";
  }
  return "";
}

std::string points_of(const GateRow& row) {
  if (row.max_points == 0) return "";
  return row.state == RowState::grader_error ? "no grade" : fraction(row.points, row.max_points);
}

std::string table_of(const GradedLab& graded, const std::vector<GateRow>& rows) {
  const std::string score = graded.score ? fraction(*graded.score, graded.lab.max_score)
                                         : fmt::format("no grade, as {}", graded.why_no_score());
  std::string html = fmt::format(
      "<h3>{}: {}</h3>\n<table>\n<tr><th>gate</th><th>state</th><th>points</th>"
      "<th>what was seen</th></tr>\n",
      escape_markup(graded.lab.lab), score);
  for (const GateRow& row : rows)
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", code(row.name()),
                        text_of(row.state), points_of(row), code(row.message));
  return html + "</table>\n";
}

std::string details_of(const GateRow& row) {
  return fmt::format("<details><summary>{}</summary>{}</details>\n", code(row.name()),
                     code(row.details));
}

// Details are what is left out.
std::string make_github_summary(const std::vector<GradedLab>& all) {
  expect_one_result(all, "github-summary");
  std::string tables, details;
  for (const GradedLab& graded : all) tables += table_of(graded, rows_of(graded));
  bool is_whole = true;
  for (const GradedLab& graded : all)
    for (const GateRow& row : rows_of(graded)) {
      if (row.details.empty()) continue;
      const std::string next = details_of(row);
      if (tables.size() + details.size() + next.size() <= most_summary_bytes)
        details += next;
      else
        is_whole = false;
    }
  return tables + details + (is_whole ? "" : "<p>More is in result.json.</p>\n");
}

}  // namespace

Export format_github_summary() {
  return {"github-summary", "a table for $GITHUB_STEP_SUMMARY", make_github_summary};
}

}  // namespace warplab
