#include "autograder/report/changes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

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

// What lines of the same code add together, and where the first of them is.
struct CodeCount {
  std::size_t line = 0;
  double count = 0;
};
std::map<std::string, CodeCount> by_code(const Gate& gate) {
  std::map<std::string, CodeCount> codes;
  for (const simt::observe::LineCount& line : gate.lines) {
    CodeCount& code = codes[line.code];
    if (code.line == 0) code.line = line.line;
    code.count += line.count;
  }
  return codes;
}

void add_line_changes(const Gate& before, const Gate& after, int step,
                      std::vector<LineChange>& changes) {
  std::map<std::string, CodeCount> were = by_code(before);
  std::vector<LineChange> of_gate;
  for (const auto& [code, now] : by_code(after)) {
    const double was = were[code].count;
    were.erase(code);
    if (was != now.count) of_gate.push_back({step, after.name, code, now.line, was, now.count});
  }
  for (const auto& [code, was] : were) of_gate.push_back({step, after.name, code, 0, was.count, 0});
  std::ranges::stable_sort(of_gate, std::greater(), [](const LineChange& change) {
    return std::abs(change.after - change.before);
  });
  changes.insert(changes.end(), of_gate.begin(), of_gate.end());
}

}  // namespace

std::vector<LineChange> changed_lines(const LabResult& before, const LabResult& after) {
  std::vector<LineChange> changes;
  for (const StepResult& step : after.steps) {
    const auto was = std::ranges::find(before.steps, step.step, &StepResult::step);
    if (was == before.steps.end()) continue;
    for (const Gate& gate : step.gates) {
      const auto before_it = std::ranges::find(was->gates, gate.name, &Gate::name);
      // Without lines a gate was not run, or an older result has none.
      if (before_it == was->gates.end() || gate.lines.empty() || before_it->lines.empty()) continue;
      add_line_changes(*before_it, gate, step.step, changes);
    }
  }
  return changes;
}

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
