// results.json against what Gradescope's specification says of its fields.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "tests/readers/gradescope.h"
#include "tests/unit/graded_labs.h"

namespace warplab {
Export format_gradescope();
}  // namespace warplab

namespace warplab::exports_gradescope_test {

namespace {

using nlohmann::json;

json exported(const std::vector<GradedLab>& graded) {
  return json::parse(format_gradescope().make(graded));
}

const json& test_named(const json& results, const std::string& name) {
  for (const json& test : results.at("tests"))
    if (test["name"] == name) return test;
  throw std::runtime_error("no test " + name);
}

TEST(ExportsGradescope, TheSumOfTheTestsIsTheScore) {
  const json results = exported({graded_lab(usual_steps())});
  EXPECT_FALSE(results.contains("score"));
  EXPECT_DOUBLE_EQ(gradescope_total(results).value(), 14.4);
  double most = 0;
  for (const json& test : results["tests"]) most += test.value("max_score", 0.0);
  EXPECT_DOUBLE_EQ(most, 24);
}

TEST(ExportsGradescope, AGateIsATest) {
  const json results = exported({graded_lab(usual_steps())});
  EXPECT_TRUE(is_passed(test_named(results, "lab2/1 outer-loop: correct")));
  const json speed = test_named(results, "lab2/1 outer-loop: speed");
  EXPECT_FALSE(is_passed(speed));
  EXPECT_EQ(speed["score"], 6.4);
  EXPECT_FALSE(is_passed(test_named(results, "lab2/2 outer-loop: speed")));
  EXPECT_FALSE(test_named(results, "lab2/1 outer-loop: builds").contains("max_score"));
  EXPECT_NE(test_named(results, "lab2/2 outer-loop: correct")["output"].get<std::string>().find(
                "why it failed"),
            std::string::npos);
}

TEST(ExportsGradescope, WhatGateAndDiagnosisBothSayIsSaidOnce) {
  std::vector<StepResult> steps = usual_steps();
  steps[1].gates[1].message = "all wrong";
  steps[1].gates[1].is_in_diagnosis = true;
  steps[1].diagnosis.facts = {"all wrong", "check the loop"};
  steps[1].compiler = steps[1].output = "";
  const json results = exported({graded_lab(steps)});
  EXPECT_EQ(test_named(results, "lab2/2 outer-loop: correct")["output"],
            "all wrong\ncheck the loop");
}

TEST(ExportsGradescope, ALabWithoutPointsHasAScore) {
  const json results =
      exported({graded_lab({step_of(1, {gate_of(GateKind::builds, "builds", 0, 0, "")})})});
  EXPECT_EQ(gradescope_total(results), 0);
}

// Formats html, simple_format, md and ansi would act on what is printed.
TEST(ExportsGradescope, WhatIsPrintedIsText) {
  const json results = exported({graded_lab(usual_steps())});
  for (const char* format : {"output_format", "test_output_format", "test_name_format"})
    EXPECT_EQ(results.at(format), "text");
  const std::set<std::string> known = {"name", "status", "score", "max_score", "output"};
  for (const json& test : results["tests"])
    for (const auto& [key, value] : test.items()) EXPECT_TRUE(known.contains(key)) << key;
}

// Without the file Gradescope says that its autograder failed, and gives no 0.
TEST(ExportsGradescope, AGraderErrorHasNoFile) {
  std::vector<StepResult> steps = usual_steps();
  steps.push_back(step_with_grader_error());
  EXPECT_THROW(format_gradescope().make({graded_lab(steps)}), CourseError);
  GradedLab broken_off = graded_lab(usual_steps());
  broken_off.score.reset();
  EXPECT_THROW(format_gradescope().make({broken_off}), CourseError);
}

TEST(ExportsGradescope, AClassHasNoFile) {
  GradedLab ada = graded_lab(usual_steps());
  ada.student.id = "ada";
  EXPECT_THROW(format_gradescope().make({ada}), CourseError);
  EXPECT_THROW(format_gradescope().make({}), CourseError);
}

}  // namespace
}  // namespace warplab::exports_gradescope_test
