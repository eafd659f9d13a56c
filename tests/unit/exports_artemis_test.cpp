// JUnit's XML as Artemis reads it.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "tests/readers/artemis.h"
#include "tests/unit/graded_labs.h"

namespace warplab {
Export format_artemis();
}  // namespace warplab

namespace warplab::exports_artemis_test {

namespace {

Outcomes exported(const std::vector<GradedLab>& graded) {
  return read_by_artemis(format_artemis().make(graded));
}

std::set<std::string> names_in(const Outcomes& outcomes) {
  std::set<std::string> names;
  for (const auto& [name, feedback] : outcomes) names.insert(name);
  return names;
}

TEST(ExportsArtemis, AGateWithPointsIsATestAndASpeedIsFour) {
  const Outcomes outcomes = exported({graded_lab(usual_steps())});
  EXPECT_EQ(outcomes.size(), 10u);
  EXPECT_FALSE(outcomes.at("lab2/1 outer-loop: correct"));
  EXPECT_FALSE(outcomes.at("lab2/1 outer-loop: speed 75 %"));
  EXPECT_EQ(outcomes.at("lab2/1 outer-loop: speed 100 %"), "1.32x, full at 1.40x");
  EXPECT_EQ(outcomes.at("lab2/2 outer-loop: speed 25 %"), "not run");
}

// 4.8 of 6.4 points are three quarters, though 4 * 4.8 is less than 3 * 6.4 in floating point.
TEST(ExportsArtemis, QuartersAreExact) {
  const Outcomes outcomes =
      exported({graded_lab({step_of(1, {gate_of(GateKind::speed, "speed", 4.8, 6.4, "1.2x")})})});
  EXPECT_FALSE(outcomes.at("lab2/1 outer-loop: speed 75 %"));
  EXPECT_TRUE(outcomes.at("lab2/1 outer-loop: speed 100 %"));
}

TEST(ExportsArtemis, NamesDoNotDependOnTheResult) {
  std::vector<StepResult> right = usual_steps();
  for (StepResult& step : right) {
    step.verdict = {VerdictKind::ok, ""};
    for (Gate& gate : step.gates) {
      gate.passed = true;
      gate.points = gate.max_points;
    }
  }
  const Outcomes outcomes = exported({graded_lab(right)});
  for (const auto& [name, feedback] : outcomes) EXPECT_FALSE(feedback) << name;
  EXPECT_EQ(names_in(outcomes), names_in(exported({graded_lab(usual_steps())})));
}

TEST(ExportsArtemis, SeveralLabsKeepTheirNames) {
  GradedLab other = graded_lab(usual_steps());
  other.lab.lab = "lab3-sse";
  const Outcomes outcomes = exported({graded_lab(usual_steps()), other});
  EXPECT_TRUE(outcomes.contains("lab2/1 outer-loop: correct"));
  EXPECT_TRUE(outcomes.contains("lab3/1 outer-loop: correct"));
}

TEST(ExportsArtemis, TheWholeDiagnosisIsInTheMessage) {
  const std::string feedback =
      exported({graded_lab(usual_steps())}).at("lab2/2 outer-loop: correct").value();
  EXPECT_NE(feedback.find("\nwhy it failed: ]]></failure><script>"), std::string::npos) << feedback;
  EXPECT_NE(feedback.find("\nthe program printed:\n"), std::string::npos) << feedback;
  StepResult loud = usual_steps()[1];
  loud.diagnosis.facts.assign(1000, "µ" + hostile_text);
  EXPECT_LT(exported({graded_lab({loud})}).at("lab2/2 outer-loop: correct")->size(), 20'000u);
}

// A gate without points is no test, as Artemis would weigh it; what it says is not lost.
TEST(ExportsArtemis, WhatDoesNotBuildIsTold) {
  const Outcomes outcomes = exported({graded_lab(
      {step_of(1,
               {{GateKind::builds, "builds", false, {}, {}, 0, 0, "line 3: no semicolon"},
                gate_of(GateKind::correct, "correct", 0, 8, "not run")},
               VerdictKind::build_error)})});
  ASSERT_EQ(outcomes.size(), 1u);
  const std::string feedback = outcomes.begin()->second.value();
  EXPECT_TRUE(feedback.starts_with("1 outer-loop: builds: line 3: no semicolon\n")) << feedback;
}

// Skipped tests would leave points out of the sum, failed ones would take them.
TEST(ExportsArtemis, AGraderErrorHasNoFile) {
  EXPECT_THROW(format_artemis().make({graded_lab({step_with_grader_error()})}), CourseError);
  GradedLab ada = graded_lab(usual_steps());
  ada.student.id = "ada";
  EXPECT_THROW(format_artemis().make({ada}), CourseError);
}

}  // namespace
}  // namespace warplab::exports_artemis_test
