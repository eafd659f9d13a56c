// What a run has changed, in words.
#include "autograder/watch/gains.h"

#include <gtest/gtest.h>

namespace warplab {
namespace {

using Lines = std::vector<std::string>;

StepResult step_with(int number, VerdictKind verdict, double correct, double requests) {
  StepResult step;
  step.step = number;
  step.verdict = {verdict, ""};
  step.gates = {{GateKind::builds, "builds", true, {}, {}, 0, 0, ""},
                {GateKind::correct, "correct", correct > 0, {}, {}, correct, 20, ""},
                {GateKind::counter, "requests", requests > 0, {}, {}, requests, 9, ""}};
  step.score = correct + requests;
  step.max_score = 29;
  return step;
}

LabResult lab_with(std::vector<StepResult> steps) {
  LabResult lab, newer;
  newer.steps = std::move(steps);
  take_over(lab, newer);
  return lab;
}

TEST(Gains, AreByStepAndGate) {
  const LabResult before =
      lab_with({step_with(1, VerdictKind::wrong, 0, 0), step_with(2, VerdictKind::ok, 20, 8.5)});
  const LabResult after =
      lab_with({step_with(1, VerdictKind::ok, 20, 0), step_with(2, VerdictKind::ok, 20, 2)});
  EXPECT_EQ(gains(before, after), (Lines{"step 1: +20 points (20/29), OK, was WRONG: correct +20",
                                         "step 2: -6.5 points (22/29): requests -6.5"}));
}

TEST(Gains, OfAnotherVerdictWithoutPoints) {
  EXPECT_EQ(gains(lab_with({step_with(1, VerdictKind::wrong, 0, 0)}),
                  lab_with({step_with(1, VerdictKind::build_error, 0, 0)})),
            Lines{"step 1: BUILD_ERROR, was WRONG"});
}

TEST(Gains, ThatMakeUpForEachOther) {
  EXPECT_EQ(gains(lab_with({step_with(1, VerdictKind::ok, 15, 5)}),
                  lab_with({step_with(1, VerdictKind::ok, 12, 8)})),
            Lines{"step 1: 20/29 as before: correct -3, requests +3"});
}

TEST(Gains, NoneIsSaidAndNothingWhereThereIsNothingToCompare) {
  const LabResult lab = lab_with({step_with(1, VerdictKind::ok, 20, 9)});
  EXPECT_EQ(gains(lab, lab), Lines{"no points gained or lost"});
  EXPECT_EQ(gains({}, lab), Lines{});
  EXPECT_EQ(gains(lab, lab_with({step_with(2, VerdictKind::ok, 20, 9)})), Lines{});
}

TEST(Gains, ATenthOfAPointIsOne) {
  EXPECT_EQ(gains(lab_with({step_with(1, VerdictKind::ok, 20, 8.9)}),
                  lab_with({step_with(1, VerdictKind::ok, 20, 9)})),
            Lines{"step 1: +0.1 points (29/29): requests +0.1"});
}

// The name of a gate is lab.json's, and what a submission exits with is in a verdict.
TEST(Gains, AreShownWithoutTerminalCodes) {
  StepResult step = step_with(1, VerdictKind::ok, 20, 9);
  step.verdict.detail = "\x1b[2J";
  for (const std::string& line :
       gains(lab_with({step_with(1, VerdictKind::ok, 20, 9)}), lab_with({step})))
    EXPECT_EQ(line.find('\x1b'), std::string::npos) << line;
}

TEST(TakeOver, KeepsTheNewestOfEachStepInOrder) {
  LabResult known = lab_with({step_with(2, VerdictKind::ok, 20, 9)});
  take_over(known, lab_with({step_with(1, VerdictKind::ok, 20, 0)}));
  take_over(known, lab_with({step_with(2, VerdictKind::wrong, 0, 0)}));
  ASSERT_EQ(known.steps.size(), 2u);
  EXPECT_EQ(known.steps[0].step, 1);
  EXPECT_EQ(known.steps[1].verdict.kind, VerdictKind::wrong);
  EXPECT_EQ(known.score, 20);
  EXPECT_EQ(known.max_score, 58);
}

}  // namespace
}  // namespace warplab
