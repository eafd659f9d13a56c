// How a step's gates are scored once its times are known.
#include "autograder/judge/grading.h"

#include <gtest/gtest.h>

#include "autograder/course/lab.h"
#include "autograder/problems/problem.h"

namespace warplab {
namespace {

// A step that gives 10 points for speed, none at half the baseline's and all at its own.
class ScoreSpeed : public testing::Test {
 protected:
  ScoreSpeed() {
    step.entries = {"filterImage"};
    step.speed_points = 10;
    step.speed = SpeedGate{"lab1-convolution-c", 1, 0.5, 1.0};
    Lab lab;
    lab.sizes = {{7, 5}};
    some_case = std::move(find_problem("convolution", "cpu")->small_cases(lab, step).front());
  }

  // Of pairs whose ratios are these.
  StepResult score(const std::vector<double>& ratios, SpeedRule rule) {
    std::vector<Pair> pairs;
    for (const double ratio : ratios) pairs.push_back({ratio, 1});
    StepResult result = ungraded(step);
    score_speed(result, step, *some_case, pairs, rule, {});
    return result;
  }

  Step step;
  std::unique_ptr<Case> some_case;
};

TEST_F(ScoreSpeed, StudentsGetWhatTheMedianSays) {
  StepResult result = score({0.7, 0.75, 1.2}, SpeedRule::measured);
  EXPECT_EQ(gate(result, "speed").points, 5);
  EXPECT_FALSE(gate(result, "speed").passed);
  EXPECT_FALSE(result.speed_undecided);
  EXPECT_NE(gate(result, "speed").message.find("0.25x to go"), std::string::npos);
}

TEST_F(ScoreSpeed, AReferenceSolutionKeepsItsPointsWhereNothingIsDecided) {
  StepResult result = score({0.7, 0.75, 1.2}, SpeedRule::unless_refuted);
  EXPECT_EQ(gate(result, "speed").points, 10);
  EXPECT_TRUE(gate(result, "speed").passed);
  EXPECT_TRUE(result.speed_undecided);
  EXPECT_EQ(gate(result, "speed").value, 0.75);
  EXPECT_NE(gate(result, "speed").message.find("undecided"), std::string::npos);
}

TEST_F(ScoreSpeed, AReferenceSolutionLosesPointsWhereTheClaimIsRefuted) {
  StepResult result = score({0.7, 0.75, 0.99}, SpeedRule::unless_refuted);
  EXPECT_EQ(gate(result, "speed").points, 5);
  EXPECT_FALSE(gate(result, "speed").passed);
  EXPECT_FALSE(result.speed_undecided);
}

TEST_F(ScoreSpeed, WhatIsReachedForSureIsDecided) {
  StepResult result = score({1.1, 1.2, 1.3}, SpeedRule::unless_refuted);
  EXPECT_EQ(gate(result, "speed").points, 10);
  EXPECT_FALSE(result.speed_undecided);
}

TEST_F(ScoreSpeed, NothingIsUndecidedWithoutPoints) {
  step.speed_points = 0;
  const StepResult result = score({0.7, 0.75, 1.2}, SpeedRule::unless_refuted);
  EXPECT_FALSE(result.speed_undecided);
}

}  // namespace
}  // namespace warplab
