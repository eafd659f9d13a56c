#include "autograder/judge/scorecard.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <utility>

#include "autograder/build/builder.h"
#include "autograder/report/sanitize.h"

namespace warplab {
namespace {

Gate not_reached(GateKind kind, double points, std::optional<double> limit = {}) {
  return {kind, std::string(name_of(kind)), false, {}, limit, 0, points, not_run};
}

Gate not_reached(const CounterGate& counter) {
  Gate gate = not_reached(GateKind::counter, counter.points,
                          std::isfinite(counter.at_most) ? counter.at_most : counter.at_least);
  gate.name = counter.counter;
  return gate;
}

void pass(Gate& gate, std::string message) {
  gate.passed = true;
  gate.points = gate.max_points;
  gate.message = std::move(message);
}

}  // namespace

Scorecard::Scorecard(const Step& step)
    : builds(not_reached(GateKind::builds, 0)),
      correct(not_reached(GateKind::correct, step.correct_points)),
      checkers(not_reached(GateKind::checkers, step.checkers_points)) {
  result.step = step.number;
  result.name = step.name;
  result.device = step.device;
  if (step.threads)
    threads = not_reached(GateKind::threads, step.threads->points, step.threads->at_least);
  for (const CounterGate& counter : step.hardware) counters.push_back(not_reached(counter));
  if (step.speed) speed = not_reached(GateKind::speed, step.speed_points, step.speed->full_at);
}

void Scorecard::fail(Gate& at, Verdict verdict, Diagnosis diagnosis) {
  result.verdict = std::move(verdict);
  result.diagnosis = std::move(diagnosis);
  const std::vector<std::string> told = explanation_of(result.diagnosis);
  at.message = told.empty() ? verdict_text(result.verdict) : told.front();
}

void Scorecard::fail_in_case(const Outcome& outcome, std::size_t cases) {
  if (outcome.verdict.kind == VerdictKind::unsafe) {
    pass(correct, "the results were right this time");
    return fail(checkers, outcome.verdict, outcome.diagnosis);
  }
  fail(correct, outcome.verdict, outcome.diagnosis);
  correct.message = outcome.verdict.kind == VerdictKind::wrong
                        ? wrong_summary(outcome, cases)
                        : fmt::format("in the case {}", outcome.failed_case);
  correct.value = outcome.wrong_cases;
  correct.limit = 0;
}

bool Scorecard::goes_on_after(const Outcome& outcome, std::size_t cases) {
  if (outcome.verdict.kind != VerdictKind::ok) fail_in_case(outcome, cases);
  return outcome.verdict.kind == VerdictKind::ok;
}

void Scorecard::fail_by_race(Verdict verdict, Diagnosis diagnosis) {
  correct.message = "not counted: with a race, the next run may be wrong";
  fail(checkers, std::move(verdict), std::move(diagnosis));
}

void Scorecard::fail_by_overrun(Diagnosis diagnosis) {
  correct.message = "not counted: what lies there may be in use in the next run";
  fail(checkers, {VerdictKind::unsafe, diagnosis.cause}, diagnosis);
  checkers.message = verdict_text(result.verdict);  // the facts stand below
}

void Scorecard::grader_failed(const std::string& why) {
  result.verdict = {VerdictKind::grader_error, ""};
  result.diagnosis = {"grader", {why}, "this is not your fault; your best score stays"};
}

bool Scorecard::take_build(const Build& build) {
  result.build_s = build.seconds;
  result.compiler = sanitize(build.compiler);
  result.cuda_compiler = build.tool;
  if (build.verdict.kind != VerdictKind::ok) {
    fail(builds, build.verdict, build.diagnosis);
    return false;
  }
  pass(builds, fmt::format("{:.1f} s{}{}{}", build.seconds, build.tool.empty() ? "" : ", ",
                           build.tool, build.is_kept ? ", compiled before" : ""));
  return true;
}

void Scorecard::show(Showing showing) {
  result.showing = std::move(showing);
  std::string& picture = result.showing.picture;
  if (!picture.empty())
    picture = std::filesystem::path(picture).lexically_proximate(std::filesystem::current_path());
}

void Scorecard::pass_cases(const std::string& message) {
  pass(correct, message);
  correct.value = 0;
  correct.limit = 0;
}

void Scorecard::pass_checkers(const std::string& message) { pass(checkers, message); }

StepResult Scorecard::finish() && {
  std::vector<Gate>& gates = result.gates;
  gates = {std::move(builds), std::move(correct)};
  if (result.device == Device::gpu || checkers.max_points > 0) gates.push_back(std::move(checkers));
  if (threads) gates.push_back(std::move(*threads));
  for (Gate& counter : counters) gates.push_back(std::move(counter));
  if (speed) gates.push_back(std::move(*speed));
  return std::move(result);
}

std::string wrong_summary(const Outcome& outcome, std::size_t cases) {
  return fmt::format(
      "{:.3g} % of the values, in {} of {} cases",
      100.0 * static_cast<double>(outcome.wrong) / static_cast<double>(outcome.total),
      outcome.wrong_cases, cases);
}

}  // namespace warplab
