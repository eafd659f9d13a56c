#include "autograder/judge/grading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autograder/report/sanitize.h"

namespace warplab {

StepResult ungraded(const Step& step) {
  StepResult result;
  result.step = step.number;
  result.name = step.name;
  result.device = step.device;
  result.gates.push_back({"builds", false, {}, {}, 0, 0, "not reached"});
  result.gates.push_back({"correct", false, {}, {}, 0, step.correct_points, "not reached"});
  if (step.checkers_points > 0)
    result.gates.push_back({"checkers", false, {}, {}, 0, step.checkers_points, "not reached"});
  for (const CounterGate& counter : step.hardware)
    result.gates.push_back({counter.counter,
                            false,
                            {},
                            std::isfinite(counter.at_most) ? counter.at_most : counter.at_least,
                            0,
                            counter.points,
                            "not reached"});
  if (step.speed)
    result.gates.push_back(
        {"speed", false, {}, step.speed->full_at, 0, step.speed_points, "not reached"});
  return result;
}

Gate& gate(StepResult& result, const std::string& name) {
  return *std::find_if(result.gates.begin(), result.gates.end(),
                       [&](const Gate& each) { return each.name == name; });
}

void fail(StepResult& result, const std::string& gate_name, Verdict verdict, Diagnosis diagnosis) {
  result.verdict = std::move(verdict);
  result.diagnosis = std::move(diagnosis);
  gate(result, gate_name).message = result.diagnosis.lines.empty() ? verdict_text(result.verdict)
                                                                   : result.diagnosis.lines.front();
}

std::string wrong_summary(const Outcome& outcome, std::size_t cases) {
  return fmt::format(
      "{:.3g} % of the values, in {} of {} cases",
      100.0 * static_cast<double>(outcome.wrong) / static_cast<double>(outcome.total),
      outcome.wrong_cases, cases);
}

bool take_build(StepResult& result, const Build& build) {
  result.build_s = build.seconds;
  result.compiler = sanitize(build.compiler);
  if (build.verdict.kind != VerdictKind::ok) {
    fail(result, "builds", build.verdict, build.diagnosis);
    return false;
  }
  gate(result, "builds").passed = true;
  gate(result, "builds").message =
      fmt::format("{:.1f} s{}{}", build.seconds, build.tool.empty() ? "" : ", ", build.tool);
  return true;
}

void fail_in_case(StepResult& result, const Outcome& outcome, std::size_t cases) {
  if (outcome.verdict.kind == VerdictKind::unsafe) {
    Gate& correct = gate(result, "correct");
    correct.passed = true;
    correct.points = correct.max_points;
    correct.message = "the results were right this time";
    return fail(result, "checkers", outcome.verdict, outcome.diagnosis);
  }
  fail(result, "correct", outcome.verdict, outcome.diagnosis);
  Gate& correct = gate(result, "correct");
  correct.message = outcome.verdict.kind == VerdictKind::wrong
                        ? wrong_summary(outcome, cases)
                        : fmt::format("in the case {}", outcome.failed_case);
  correct.value = outcome.wrong_cases;
  correct.limit = 0;
}

void pass_cases(StepResult& result, const Step& step, std::size_t cases, const std::string& input) {
  Gate& correct = gate(result, "correct");
  correct.passed = true;
  correct.value = 0;
  correct.limit = 0;
  correct.points = step.correct_points;
  correct.message = fmt::format("{} awkward cases, {} of {}", cases, input, step.timed_size.text());
  if (step.checkers_points == 0) return;
  Gate& checkers = gate(result, "checkers");
  checkers.passed = true;
  checkers.points = step.checkers_points;
  checkers.message = "races, bounds, uninitialised reads, barriers";
}

void score_speed(StepResult& result, const Step& step, const Case& timed_case,
                 const std::vector<Pair>& pairs, SpeedRule rule, Timing origin) {
  std::vector<double> times;
  for (const Pair& pair : pairs) times.push_back(pair.submission_s);
  result.time = std::move(origin);
  Timing& timing = *result.time;
  timing.median_s = median(times);
  timing.gigabytes_s = timed_case.compulsory_bytes() / timing.median_s * 1e-9;
  timing.gigaoperations_s = timed_case.operations() / timing.median_s * 1e-9;
  timing.pairs = static_cast<int>(pairs.size());
  if (!step.speed) return;
  const SpeedGate& speed = *step.speed;
  const Ratio ratio = ratio_of(pairs);
  timing.ratio = ratio.median;
  timing.ratio_low = ratio.low;
  timing.ratio_high = ratio.high;
  timing.baseline = fmt::format("{}/{}", speed.baseline_lab, speed.baseline_step);
  Gate& speed_gate = gate(result, "speed");
  speed_gate.value = ratio.median;
  const bool undecided = rule == SpeedRule::unless_refuted && is_undecided(ratio, speed.full_at);
  result.speed_undecided = undecided && step.speed_points > 0;
  speed_gate.points = speed_points(undecided ? speed.full_at : ratio.median, speed.zero_at,
                                   speed.full_at, step.speed_points);
  speed_gate.passed = speed_gate.points >= step.speed_points;
  const std::string interval =
      timing.modelled.empty() ? fmt::format(" [{:.2f}, {:.2f}]", ratio.low, ratio.high) : "";
  speed_gate.message =
      fmt::format("{:.2f}x over {}{}", ratio.median, short_name(timing.baseline), interval);
  if (step.speed_points == 0)
    speed_gate.message += ", shown for you to see, no points";
  else
    speed_gate.message += fmt::format(
        ", full at {:.2f}x{}", speed.full_at,
        undecided           ? ": undecided here, counted as reached; a quiet machine would tell"
        : speed_gate.passed ? ""
                            : fmt::format(", {:.2f}x to go", speed.full_at - ratio.median));
}

}  // namespace warplab
