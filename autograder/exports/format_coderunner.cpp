// What a combinator template grader of Moodle's CodeRunner prints: one JSON object with the fraction
// of the marks and a table. Any key that CodeRunner does not know breaks the question.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "common/escape.h"

namespace warplab {
namespace {

using nlohmann::ordered_json;

// CodeRunner itself escapes cells of the format %s.
ordered_json cells_of(const std::string& lab, const GateRow& row) {
  return {row.state == RowState::passed ? 1 : 0, fmt::format("{}/{}", lab, row.name()),
          row.max_points > 0 ? fraction(row.points, row.max_points) : "", row.message};
}

// Why a step failed, below the table, where CodeRunner shows HTML as HTML.
std::string details_of(const std::string& lab, const GateRow& row) {
  if (row.details.empty()) return "";
  return fmt::format("<h5>{}</h5><pre>{}</pre>",
                     escape_markup(fmt::format("{}/{}", lab, row.name())),
                     escape_markup(row.details));
}

std::string make_coderunner(const std::vector<GradedLab>& all) {
  expect_one_result(all, "coderunner");
  expect_scores(all, "coderunner");
  ordered_json table = ordered_json::array({{"iscorrect", "gate", "points", "message"}});
  std::string details;
  long score = 0, max_score = 0;
  for (const GradedLab& graded : all) {
    const std::string lab = short_name(graded.lab.lab);
    for (const GateRow& row : rows_of(graded)) {
      table.push_back(cells_of(lab, row));
      details += details_of(lab, row);
      score += tenths(row.points);
      max_score += tenths(row.max_points);
    }
  }
  const double share =
      max_score > 0 ? static_cast<double>(score) / static_cast<double>(max_score) : 0;
  const ordered_json outcome = {{"fraction", share},
                                {"columnformats", {"%s", "%s", "%s"}},
                                {"testresults", std::move(table)},
                                {"epiloguehtml", std::move(details)}};
  return outcome.dump() + "\n";
}

}  // namespace

Export format_coderunner() {
  return {"coderunner", "what a template grader of Moodle's CodeRunner prints", make_coderunner};
}

}  // namespace warplab
