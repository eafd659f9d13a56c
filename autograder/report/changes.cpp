#include "autograder/report/changes.h"

#include <algorithm>

namespace warplab {
namespace {

bool failed_grading(const StepResult& step) {
  return step.verdict.kind == VerdictKind::grader_error;
}

void add_changes(const StepResult& before, const StepResult& after,
                 std::vector<GateChange>& changes) {
  for (const Gate& gate : after.gates) {
    const auto was = std::ranges::find(before.gates, gate.name, &Gate::name);
    if (was == before.gates.end() || was->max_points != gate.max_points) continue;
    if (was->points == gate.points && was->passed == gate.passed) continue;
    changes.push_back({after.step, gate.name, was->points, gate.points, was->passed, gate.passed});
  }
}

}  // namespace

std::vector<GateChange> changed_gates(const LabResult& before, const LabResult& after) {
  std::vector<GateChange> changes;
  for (const StepResult& step : after.steps) {
    const auto was = std::ranges::find(before.steps, step.step, &StepResult::step);
    if (was == before.steps.end() || failed_grading(*was) || failed_grading(step)) continue;
    add_changes(*was, step, changes);
  }
  return changes;
}

}  // namespace warplab
