// Gradescope's results.json: a test per gate. Points lie with the tests alone: a score beside them
// would override their sum.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/report/result.h"

namespace warplab {
namespace {

using nlohmann::ordered_json;

// A test with neither points nor their maximum informs alone; 0 of 0 would count as passed.
ordered_json gradescope_test(const std::string& lab, const GateRow& row) {
  ordered_json test = {{"name", fmt::format("{}/{}", lab, row.name())},
                       {"status", row.state == RowState::passed ? "passed" : "failed"}};
  if (row.max_points > 0) {
    test["score"] = row.points;
    test["max_score"] = row.max_points;
  }
  test["output"] = row.text();
  return test;
}

std::string make_gradescope(const std::vector<GradedLab>& all) {
  expect_one_result(all, "gradescope");
  expect_scores(all, "gradescope");
  ordered_json tests = ordered_json::array();
  for (const GradedLab& graded : all)
    for (const GateRow& row : rows_of(graded))
      tests.push_back(gradescope_test(short_name(graded.lab.lab), row));
  ordered_json results;
  const auto has_score = [](const ordered_json& test) { return test.contains("score"); };
  if (std::ranges::none_of(tests, has_score)) results["score"] = 0;
  results["output"] = fmt::format("device: {}; machine: {}; sandbox: {}", all[0].device,
                                  all[0].machine, all[0].sandbox);
  // What a submission prints is never taken for HTML or Markdown.
  results["output_format"] = results["test_output_format"] = results["test_name_format"] = "text";
  results["tests"] = std::move(tests);
  return results.dump(2) + "\n";
}

}  // namespace

Export format_gradescope() {
  return {"gradescope", "results.json for Gradescope", make_gradescope};
}

}  // namespace warplab
