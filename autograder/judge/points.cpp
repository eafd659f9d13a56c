#include "autograder/judge/points.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace warplab {

TimingPlan timing_plan(const Step& step, double budget_s) {
  TimingPlan plan;
  plan.budget_s = budget_s;
  if (step.speed && step.points_for(GateKind::speed) > 0) {
    plan.zero_at = step.speed->zero_at;
    plan.full_at = step.speed->full_at;
  }
  return plan;
}

std::string cases_passed(const Step& step, std::size_t cases, const std::string& input) {
  return fmt::format("{} awkward cases, {} of {}", cases, input, step.timed_size.text());
}

void score_threads(Scorecard& card, const Step& step, const std::vector<double>& at_work) {
  if (!card.threads) return;
  Gate& gate = *card.threads;
  const double at_least = step.gates.at(GateKind::threads).at_least;
  gate.value = median(at_work);
  gate.passed = *gate.value >= at_least;
  gate.points = gate.passed ? gate.max_points : 0;
  gate.say(
      fmt::format("{:.2f} threads at work on average, at least {:.2g}", *gate.value, at_least));
  if (!gate.passed)
    gate.notes = {
        "this step is about sharing the work among threads: speed from elsewhere earns no points "
        "here"};
}

namespace {

std::string undecided_here(double noise) {
  return fmt::format(
      ": undecided here (noise {:.2g} %), counted as reached; a quiet machine would tell",
      100 * noise);
}

// Why a time gets no points, whatever it is; empty where it may.
struct Objection {
  std::string why;
  std::vector<std::string> notes{};
};

// The value, the points and the reason of each that is missing.
void score(Gate& gate, const Step& step, const Ratio& ratio, bool undecided, const Timing& timing,
           const Objection& objection) {
  const SpeedGate& speed = *step.speed;
  gate.value = ratio.median;
  gate.points = objection.why.empty()
                    ? speed_points(undecided ? speed.full_at : ratio.median, speed.zero_at,
                                   speed.full_at, step.points_for(GateKind::speed))
                    : 0;
  gate.passed = objection.why.empty() && gate.points >= step.points_for(GateKind::speed);
  const std::string interval =
      timing.modelled.empty() ? fmt::format(" [{:.2f}, {:.2f}]", ratio.low, ratio.high) : "";
  gate.say(fmt::format("{:.2f}x over {}{}", ratio.median, short_name(timing.baseline), interval));
  gate.notes = objection.notes;
  if (!objection.why.empty())
    gate.message += objection.why;
  else if (step.points_for(GateKind::speed) == 0)
    gate.message += no_points;
  else
    gate.message +=
        fmt::format(", full at {:.2f}x{}", speed.full_at,
                    undecided     ? undecided_here(timing.noise)
                    : gate.passed ? ""
                                  : fmt::format(", {:.2f}x to go", speed.full_at - ratio.median));
}

Objection objection_to(const Timing& timing, const Step& step, const Scorecard& card,
                       const gpu::Floor& floor) {
  constexpr double slack = 0.999;
  if (timing.median_s < slack * floor.seconds)
    return {fmt::format(", no points: {:.3g} ms is less than any {} can take, {:.3g} ms, as {}",
                        timing.median_s * 1e3, timing.modelled, floor.seconds * 1e3, floor.reason),
            {"send this to whoever runs the course: the time model is wrong about your kernel"}};
  if (step.points_for(GateKind::speed) > 0 && card.threads && !card.threads->passed)
    return {", no points until threads share the work"};
  return {};
}

}  // namespace

void score_speed(Scorecard& card, const Step& step, const Case& timed_case,
                 const std::vector<Pair>& pairs, SpeedRule rule, Timing origin,
                 const gpu::Floor& floor) {
  std::vector<double> times;
  for (const Pair& pair : pairs) times.push_back(pair.submission_s);
  card.result.time = std::move(origin);
  Timing& timing = *card.result.time;
  timing.median_s = median(times);
  timing.gigabytes_s = timed_case.compulsory_bytes() / timing.median_s * 1e-9;
  timing.gigaoperations_s = timed_case.operations() / timing.median_s * 1e-9;
  timing.pairs = static_cast<int>(pairs.size());
  if (!step.speed || !card.speed) return;
  const Ratio ratio = ratio_of(pairs);
  timing.ratio = ratio.median;
  timing.ratio_low = ratio.low;
  timing.ratio_high = ratio.high;
  timing.baseline = fmt::format("{}/{}", step.speed->baseline_lab, step.speed->baseline_step);
  timing.noise = noise_of(pairs);
  const Objection objection = objection_to(timing, step, card, floor);
  card.result.speed_undecided = step.points_for(GateKind::speed) > 0 && objection.why.empty() &&
                                is_undecided(ratio, step.speed->full_at, timing.noise, rule);
  score(*card.speed, step, ratio, card.result.speed_undecided, timing, objection);
}

void explain_slow_threads(Scorecard& card, const std::vector<double>& at_work,
                          const std::vector<double>& work) {
  constexpr double several = 1.2, much_more = 1.5;
  const bool is_busy = card.result.time && card.result.time->lost >= busy_share;
  if (!card.speed || card.speed->passed || is_busy || median(at_work) < several ||
      median(work) < much_more)
    return;
  card.speed->notes = {
      fmt::format("{:.2g} threads were at work, and took {:.2g} times the CPU time of the baseline",
                  median(at_work), median(work)),
      "does each iteration of the loop belong to one thread only (omp for)? How often is a team "
      "started?"};
}

}  // namespace warplab
