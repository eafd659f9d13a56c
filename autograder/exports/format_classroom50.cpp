// Classroom 50's result.json. Its runner stamps who owns the submission, when it was made and when
// it was graded, and takes whole points alone: they are tenths here, and so exact.
#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"

namespace warplab {
namespace {

using nlohmann::ordered_json;

std::string from_environment(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr || *value == '\0')
    throw CourseError(
        fmt::format("classroom50: the variable {} is not set; export from autograder.py, for which "
                    "Classroom 50's runner sets it",
                    name));
  return value;
}

ordered_json classroom50_test(const std::string& lab, const GateRow& row) {
  return {{"test-name", fmt::format("{}/{}", lab, row.name())},
          {"passed", row.state == RowState::passed},
          {"score", tenths(row.points)},
          {"max-score", tenths(row.max_points)},
          {"points", row.points},
          {"max-points", row.max_points},
          {"output", row.text()}};
}

std::string make_classroom50(const std::vector<GradedLab>& all) {
  expect_one_result(all, "classroom50");
  expect_scores(all, "classroom50");
  ordered_json tests = ordered_json::array();
  long score = 0, max_score = 0;
  for (const GradedLab& graded : all)
    for (const GateRow& row : rows_of(graded)) {
      tests.push_back(classroom50_test(short_name(graded.lab.lab), row));
      score += tenths(row.points);
      max_score += tenths(row.max_points);
    }
  const ordered_json result = {{"schema", "classroom50/result/v1"},
                               {"classroom", from_environment("CLASSROOM")},
                               {"assignment", from_environment("ASSIGNMENT")},
                               {"submission", from_environment("SUBMISSION_TAG")},
                               {"commit", from_environment("COMMIT_URL")},
                               {"release", from_environment("RELEASE_URL")},
                               {"review", from_environment("REVIEW_URL")},
                               {"score", score},
                               {"max-score", max_score},
                               {"tests", std::move(tests)}};
  return result.dump(2) + "\n";
}

}  // namespace

Export format_classroom50() {
  return {"classroom50", "result.json for Classroom 50, points in tenths", make_classroom50};
}

}  // namespace warplab
