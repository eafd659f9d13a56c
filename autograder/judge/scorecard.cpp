#include "autograder/judge/scorecard.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "autograder/build/builder.h"
#include "autograder/report/sanitize.h"

namespace warplab {
namespace {

Gate not_reached(GateKind kind, std::string_view name, double points, std::optional<double> limit) {
  Gate gate = {kind, std::string(name), false, {}, limit, 0, points, not_run};
  gate.is_run = false;
  return gate;
}

std::optional<double> limit_of(const Step& step, const GateTraits& gate) {
  if (gate.kind == GateKind::speed && step.speed) return step.speed->full_at;
  if (!gate.has_field()) return std::nullopt;
  const GateTerms& terms = step.gates.at(gate.kind);
  return gate.declared == GateDeclared::at_most ? terms.at_most : terms.at_least;
}

// What a step has of a kind, before it is tried.
void add(Gate& gate, const GateTraits& kind, const Step& step) {
  gate = not_reached(kind.kind, kind.name, step.points_for(kind.kind), limit_of(step, kind));
}
void add(std::optional<Gate>& gate, const GateTraits& kind, const Step& step) {
  if (step.gates.contains(kind.kind)) add(gate.emplace(), kind, step);
}
void add(std::vector<Gate>& gates, const GateTraits& kind, const Step& step) {
  for (const CounterGate& each : step.hardware)
    gates.push_back(not_reached(kind.kind, each.counter, each.points,
                                std::isfinite(each.at_most) ? each.at_most : each.at_least));
}

// Moves what is listed of a kind to the others.
void list(Gate& gate, GateListed when, std::vector<Gate>& gates) {
  if (when == GateListed::always || gate.max_points > 0) gates.push_back(std::move(gate));
}
void list(std::optional<Gate>& gate, GateListed, std::vector<Gate>& gates) {
  if (gate) gates.push_back(std::move(*gate));
}
void list(std::vector<Gate>& own, GateListed, std::vector<Gate>& gates) {
  for (Gate& gate : own) gates.push_back(std::move(gate));
}

void pass(Gate& gate, std::string message) {
  gate.passed = true;
  gate.points = gate.max_points;
  gate.say(std::move(message));
}

}  // namespace

Scorecard::Scorecard(const Step& step) {
  result.step = step.number;
  result.name = step.name;
  result.device = step.device;
#define GATE(kind, ...) add(kind, traits_of(GateKind::kind), step);
#include "autograder/report/gates.def"
#undef GATE
}

void Scorecard::fail(Gate& at, Verdict verdict, Diagnosis diagnosis) {
  result.verdict = std::move(verdict);
  result.diagnosis = std::move(diagnosis);
  const std::vector<std::string> told = explanation_of(result.diagnosis);
  at.say(told.empty() ? verdict_text(result.verdict) : told.front());
  at.is_in_diagnosis = !told.empty();
}

void Scorecard::fail_in_case(const Outcome& outcome, std::size_t cases) {
  if (outcome.verdict.kind == VerdictKind::unsafe) {
    pass(correct, "the results were right this time");
    return fail(checkers, outcome.verdict, outcome.diagnosis);
  }
  fail(correct, outcome.verdict, outcome.diagnosis);
  if (outcome.verdict.kind == VerdictKind::wrong)
    correct.say(wrong_summary(outcome, cases));
  else if (!correct.is_in_diagnosis)  // which begins with the case
    correct.say(fmt::format("in the case {}", outcome.failed_case));
  correct.value = outcome.wrong_cases;
  correct.limit = 0;
}

bool Scorecard::goes_on_after(const Outcome& outcome, std::size_t cases) {
  if (outcome.verdict.kind != VerdictKind::ok) fail_in_case(outcome, cases);
  return outcome.verdict.kind == VerdictKind::ok;
}

void Scorecard::fail_by_race(Verdict verdict, Diagnosis diagnosis) {
  correct.say("not counted: with a race, the next run may be wrong");
  fail(checkers, std::move(verdict), std::move(diagnosis));
}

void Scorecard::fail_by_overrun(Diagnosis diagnosis) {
  correct.say("not counted: that memory may be in use in the next run");
  fail(checkers, {VerdictKind::unsafe, diagnosis.cause}, diagnosis);
  checkers.say(verdict_text(result.verdict));  // the facts stand below
}

void Scorecard::grader_failed(const std::string& why) {
  result.verdict = {VerdictKind::grader_error, ""};
  result.diagnosis = {"grader", {why}, "this is not your fault; your best score stays"};
}

bool Scorecard::take_build(const Build& build) {
  result.build_s = build.seconds;
  result.build_is_kept = build.is_kept;
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
  gates.clear();
#define GATE(kind, ...) list(kind, traits_of(GateKind::kind).on(result.device), gates);
#include "autograder/report/gates.def"
#undef GATE
  return std::move(result);
}

std::string wrong_summary(const Outcome& outcome, std::size_t cases) {
  return fmt::format(
      "{:.3g} % of the values, in {} of {} cases",
      100.0 * static_cast<double>(outcome.wrong) / static_cast<double>(outcome.total),
      outcome.wrong_cases, cases);
}

}  // namespace warplab
