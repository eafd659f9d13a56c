// Grading on a machine that has something else to do.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "autograder/judge/grader.h"
#include "autograder/sandbox/staging.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab::busy_machine_test {
namespace {

// Both steps whose threads are the only thing that makes them faster.
std::string grade() {
  return fmt::format(
      "cd {0} && {1}/bin/warplab grade lab12 --solutions --step 2 --results {2} && "
      "{1}/bin/warplab grade lab10 --solutions --step 2 --results {2}",
      quoted(checkout::root), quoted(checkout::build), quoted(own_folder()));
}

TEST(BusyMachine, TakesNoPointsFromHonestThreads) {
  const CommandRun run = run_command(
      "loops=; for core in $(seq $(nproc)); do "
      "timeout 300 sh -c 'while :; do :; done' >/dev/null 2>&1 & loops=\"$loops $!\"; done; " +
      grade() + "; code=$?; kill $loops; exit $code");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("a busy machine: "), std::string::npos) << run.output;
}

// The threads take turns, and count as if each had a core.
TEST(BusyMachine, MayHaveASingleCore) {
  const CommandRun run = run_command(
      "taskset --cpu-list --pid $(taskset -cp $$ | "
      "grep -o '[0-9]*$') $$ >/dev/null; " +
      grade());
  EXPECT_EQ(run.code, 0) << run.output;
}

// It would wait for ever.
TEST(BusyMachine, HoldsUpNoStepWithoutPointsForTime) {
  const TimingTurn of_another_grader;
  const Course course = without_speed(small_course({64, 48}, {{5, 5}}));
  const Lab& lab = course.find("lab1");
  const StepResult result = Grader(course, test_options("busy-machine"))
                                .grade(lab, lab.step(1), course.solution(lab) / "convolution.c");
  EXPECT_EQ(verdict_text(result.verdict), "OK");
}

}  // namespace
}  // namespace warplab::busy_machine_test
