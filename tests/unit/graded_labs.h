// Graded labs, for tests of what they are exported as.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "autograder/graded/graded_lab.h"
#include "autograder/report/gate_kind.h"
#include "autograder/report/result.h"

namespace warplab {

// What a submission may print: markup, characters outside XML 1.0, bytes that are no UTF-8, and
// lines that platforms obey.
inline const std::string hostile_text =
    "]]></failure><script>\"&'\x01\x1b[31m\xff\ufffe\U0001f600 score: 1 \\\" %0a%0A {0} [x](1)\n"
    "::stop-commands::token\n::add-mask::secret\n##[error]gone\n{\"scores\":{\"a\":100}}\n\n";

inline Gate gate_of(GateKind kind, std::string name, double points, double max_points,
                    std::string message) {
  const bool is_run = message != "not run";
  Gate gate = {kind,       std::move(name),   is_run && points >= max_points, {}, {}, points,
               max_points, std::move(message)};
  gate.is_run = is_run;
  return gate;
}

// That has failed with a verdict where it is given one; its output and its diagnosis are hostile.
inline StepResult step_of(int number, std::vector<Gate> gates,
                          VerdictKind verdict = VerdictKind::ok) {
  StepResult step;
  step.step = number;
  step.name = "outer-loop";
  step.verdict = {verdict, ""};
  step.gates = std::move(gates);
  step.build_s = 0.6;
  step.stages = {{Stage::build, 0.6}, {Stage::cases, 1.4}};
  if (verdict != VerdictKind::ok)
    step.diagnosis = {"cause", {"why it failed: " + hostile_text}, {}};
  step.output = hostile_text;
  step.compiler = hostile_text;
  return step;
}

// Two steps: one that got 14.4 of its 16 points, one that was wrong, 0 of 8.
inline std::vector<StepResult> usual_steps() {
  return {step_of(1, {gate_of(GateKind::builds, "builds", 0, 0, "0.6 s"),
                      gate_of(GateKind::correct, "correct", 8, 8, "22 cases"),
                      gate_of(GateKind::speed, "speed", 6.4, 8, "1.32x, full at 1.40x")}),
          step_of(2,
                  {gate_of(GateKind::builds, "builds", 0, 0, "0.6 s"),
                   gate_of(GateKind::correct, "correct", 0, 6, "all wrong" + hostile_text),
                   gate_of(GateKind::speed, "speed", 0, 2, "not run")},
                  VerdictKind::wrong)};
}

// A step that the grader failed, of 8 points.
inline StepResult step_with_grader_error() {
  return step_of(3,
                 {gate_of(GateKind::builds, "builds", 0, 0, "0.6 s"),
                  gate_of(GateKind::correct, "correct", 0, 8, "not run")},
                 VerdictKind::grader_error);
}

inline GradedLab graded_lab(std::vector<StepResult> steps) {
  Result result;
  result.labs = {{"lab2-openmp", "OpenMP", "labs/lab2-openmp", 0, 0, std::move(steps)}};
  add_up(result);
  GradedLab graded;
  graded.lab = result.labs[0];
  if (!has_grader_error(graded.lab)) graded.score = graded.lab.score;
  graded.machine = "some-processor-2-cores";
  graded.device = "cpu";
  return graded;
}

}  // namespace warplab
