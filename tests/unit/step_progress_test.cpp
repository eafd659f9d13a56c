// The line of progress says that a step is right as soon as its cases have shown it.
#include "autograder/report/step_progress.h"

#include <gtest/gtest.h>

namespace warplab {
namespace {

Verdict verdict(VerdictKind kind) {
  Verdict verdict;
  verdict.kind = kind;
  return verdict;
}

TEST(StepProgress, SaysThatAStepIsRightOnceItsCasesAre) {
  StepProgress progress;
  EXPECT_EQ(progress.doing("lab1", 1, "case 3 of 22: 33x17"), "lab1 step 1: case 3 of 22: 33x17");
  EXPECT_EQ(progress.stage_done("lab1", 1, {Stage::build, 1}, verdict(VerdictKind::ok)), "");
  EXPECT_EQ(progress.stage_done("lab1", 1, {Stage::cases, 1}, verdict(VerdictKind::ok)),
            "lab1 step 1: right so far");
  EXPECT_EQ(progress.doing("lab1", 1, "640x480"), "lab1 step 1: right so far, 640x480");
  EXPECT_EQ(progress.stage_done("lab1", 1, {Stage::showing, 1}, verdict(VerdictKind::ok)), "");
  EXPECT_EQ(progress.doing("lab1", 2, "case 1 of 22: 1x1"), "lab1 step 2: case 1 of 22: 1x1");
  EXPECT_EQ(progress.doing("lab1", 11, "case 1 of 22: 1x1"), "lab1 step 11: case 1 of 22: 1x1");
}

TEST(StepProgress, SaysWhatIsWrong) {
  StepProgress progress;
  progress.stage_done("lab1", 1, {Stage::cases, 1}, verdict(VerdictKind::ok));
  EXPECT_EQ(progress.stage_done("lab1", 1, {Stage::timing, 1}, verdict(VerdictKind::time_limit)),
            "lab1 step 1: TIME_LIMIT");
  EXPECT_EQ(progress.stage_done("lab1", 2, {Stage::cases, 1}, verdict(VerdictKind::wrong)),
            "lab1 step 2: WRONG");
}

}  // namespace
}  // namespace warplab
