// What is different between two results of a lab: gates that gained or lost points.
#include "autograder/report/changes.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace warplab::changes_test {
namespace {

Gate gate_of(const char* name, double points, double max_points) {
  return {GateKind::counter, name, points == max_points, {}, {}, points, max_points, ""};
}

StepResult step_of(int number, std::vector<Gate> gates) {
  StepResult step;
  step.step = number;
  step.gates = std::move(gates);
  return step;
}

LabResult lab_of(std::vector<StepResult> steps) {
  LabResult lab;
  lab.steps = std::move(steps);
  return lab;
}

TEST(Changes, AreGatesWithOtherPoints) {
  const LabResult before = lab_of({step_of(1, {gate_of("correct", 0, 20), gate_of("speed", 8, 10)}),
                                   step_of(2, {gate_of("correct", 20, 20)})});
  const LabResult after = lab_of({step_of(1, {gate_of("correct", 20, 20), gate_of("speed", 8, 10)}),
                                  step_of(2, {gate_of("correct", 5, 20)})});
  const std::vector<GateChange> expected = {{1, "correct", 0, 20, false, true},
                                            {2, "correct", 20, 5, true, false}};
  EXPECT_EQ(changed_gates(before, after), expected);
  EXPECT_TRUE(changed_gates(after, after).empty());
}

TEST(Changes, AreAlsoGatesWithoutPoints) {
  LabResult before = lab_of({step_of(1, {gate_of("builds", 0, 0)})});
  const LabResult after = before;
  before.steps[0].gates[0].passed = false;
  const std::vector<GateChange> expected = {{1, "builds", 0, 0, false, true}};
  EXPECT_EQ(changed_gates(before, after), expected);
}

TEST(Changes, AreOfWhatBothHave) {
  const LabResult before = lab_of({step_of(1, {gate_of("correct", 0, 20), gate_of("old", 0, 5)})});
  LabResult after = lab_of({step_of(1, {gate_of("correct", 30, 30), gate_of("new", 5, 5)}),
                            step_of(2, {gate_of("correct", 20, 20)})});
  EXPECT_TRUE(changed_gates(before, after).empty()) << "correct is worth more now";
  EXPECT_TRUE(changed_gates({}, after).empty());
}

TEST(Changes, AreNoneWhereTheGraderFailed) {
  const LabResult right = lab_of({step_of(1, {gate_of("correct", 20, 20)})});
  LabResult failed = lab_of({step_of(1, {gate_of("correct", 0, 20)})});
  EXPECT_EQ(changed_gates(right, failed).size(), 1u);
  failed.steps[0].verdict.kind = VerdictKind::grader_error;
  EXPECT_TRUE(changed_gates(right, failed).empty());
  EXPECT_TRUE(changed_gates(failed, right).empty());
}

// Of a counter, with these lines.
LabResult with_lines(std::vector<simt::observe::LineCount> lines) {
  Gate gate = gate_of("requests", 0, 5);
  gate.lines = std::move(lines);
  return lab_of({step_of(1, {std::move(gate)})});
}

TEST(Changes, AreLinesThatAddMoreOrLessWhereverTheyAreNow) {
  const LabResult before =
      with_lines({{3, 100, {}, "a = b;"}, {5, 10, {}, "c = d;"}, {9, 7, {}, "e;"}});
  const LabResult after =
      with_lines({{4, 40, {}, "a = b;"}, {6, 10, {}, "c = d;"}, {8, 1, {}, "f;"}});
  const std::vector<LineChange> expected = {{1, "requests", "a = b;", 4, 100, 40},
                                            {1, "requests", "e;", 0, 7, 0},
                                            {1, "requests", "f;", 8, 0, 1}};
  EXPECT_EQ(changed_lines(before, after), expected);
  EXPECT_TRUE(changed_lines(after, after).empty());
}

TEST(Changes, AreOfNoLinesWhereOneRunHasNone) {
  const LabResult some = with_lines({{3, 100, {}, "a = b;"}});
  EXPECT_TRUE(changed_lines(with_lines({}), some).empty());
  EXPECT_TRUE(changed_lines(some, with_lines({})).empty());
}

}  // namespace
}  // namespace warplab::changes_test
