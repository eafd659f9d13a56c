// result.json against the schema classroom50/result/v1, after what Classroom 50's runner stamps.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "tests/readers/classroom50.h"
#include "tests/unit/graded_labs.h"

namespace warplab {
Export format_classroom50();
}  // namespace warplab

namespace warplab::exports_classroom50_test {

namespace {

using nlohmann::json;

class ExportsClassroom50 : public testing::Test {
 protected:
  ExportsClassroom50() {
    setenv("CLASSROOM", "parallel", 1);
    setenv("ASSIGNMENT", "lab2", 1);
    setenv("SUBMISSION_TAG", "submit/2026-11-01T10-00-00Z-a1b2c3d", 1);
    for (const char* name : {"COMMIT_URL", "RELEASE_URL", "REVIEW_URL"})
      setenv(name, "https://example.org/x", 1);
  }
  ~ExportsClassroom50() override {
    for (const char* name :
         {"CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL", "REVIEW_URL"})
      unsetenv(name);
  }

  // As the collector gets it: these fields are the runner's, whatever was in them.
  static json stamped(const std::vector<GradedLab>& graded) {
    json result = json::parse(format_classroom50().make(graded));
    result["owner"] = "alice";
    result["assignment_type"] = "individual";
    result["datetime"] = result["graded_at"] = "2026-11-01T10:00:00Z";
    return result;
  }
};

TEST_F(ExportsClassroom50, IsValid) {
  const json result = stamped({graded_lab(usual_steps())});
  expect_classroom50(result);
  EXPECT_EQ(result["classroom"], "parallel");
  EXPECT_EQ(result["submission"], "submit/2026-11-01T10-00-00Z-a1b2c3d");
}

TEST_F(ExportsClassroom50, WholePointsAreTenths) {
  const json result = stamped({graded_lab(usual_steps())});
  EXPECT_EQ(result["score"], 144);
  EXPECT_EQ(result["max-score"], 240);
  int sum = 0;
  for (const json& test : result["tests"]) sum += test["score"].get<int>();
  EXPECT_EQ(sum, 144);
  const json& speed = result["tests"][2];
  EXPECT_EQ(speed["test-name"], "lab2/1 outer-loop: speed");
  EXPECT_EQ(speed["score"], 64);
  EXPECT_EQ(speed["points"], 6.4);
  EXPECT_EQ(speed["passed"], false);
}

// What this test's own reader would refuse, so that it is known to.
TEST_F(ExportsClassroom50, TheReaderKnowsAddressesAndTimes) {
  EXPECT_TRUE(is_url("https://github.com/c/lab2-ada/commit/a1b2c3d"));
  for (const char* text : {"", "github.com/c", "ftp://example.org/x", "https://a b"})
    EXPECT_FALSE(is_url(text)) << text;
  EXPECT_TRUE(is_moment("2026-11-01T10:00:00Z"));
  for (const char* text : {"2026-11-01", "2026-11-01T10:00:00", "2026-11-01T10:00:00+01:00"})
    EXPECT_FALSE(is_moment(text)) << text;
}

TEST_F(ExportsClassroom50, IsNotTooLarge) {
  std::vector<StepResult> steps(60, usual_steps()[1]);
  for (StepResult& step : steps) step.output = step.compiler = std::string(1 << 16, '"');
  EXPECT_LE(format_classroom50().make({graded_lab(steps)}).size(), 10u << 20);
}

// Then autograder.py fails, and the score stays what it was.
TEST_F(ExportsClassroom50, AGraderErrorHasNoFile) {
  EXPECT_THROW(format_classroom50().make({graded_lab({step_with_grader_error()})}), CourseError);
}

TEST_F(ExportsClassroom50, NeedsItsVariables) {
  unsetenv("SUBMISSION_TAG");
  try {
    format_classroom50().make({graded_lab(usual_steps())});
    FAIL() << "there is a file";
  } catch (const CourseError& error) {
    EXPECT_NE(std::string(error.what()).find("SUBMISSION_TAG"), std::string::npos);
  }
}

}  // namespace
}  // namespace warplab::exports_classroom50_test
