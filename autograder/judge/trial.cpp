#include "autograder/judge/trial.h"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cstring>

#include "autograder/judge/fault.h"
#include "autograder/judge/random.h"

namespace warplab {
namespace {

constexpr int repetitions = 2;  // of a small case, each with its own inputs
constexpr int reruns = 8;       // of a wrong case's input, to see if the output differs
constexpr int calibration_calls = 5;
constexpr double shortest_s = 1e-6;

// Ends the judge's own OpenMP threads, which would spin for a while where the worker wants to run.
void leave_the_cores() { omp_pause_resource_all(omp_pause_soft); }

// What is left of a call when the round trip is taken off; never nothing, as ratios are made of it.
double net_s(double call_s, double empty_s) { return std::max(call_s - empty_s, shortest_s); }

// One call on fresh inputs, and whether what it wrote is right.
class Round {
 public:
  Round(const Subject& subject, const PlacedCase& placed, Case& the_case)
      : subject_(subject), placed_(placed), case_(the_case) {}

  void write_fresh_inputs() {
    seed_ = random_seed();
    case_.generate(seed_);
    case_.write_inputs(subject_.buffers.inputs(placed_));
  }

  // The seconds of the call; the outputs are judged by check().
  double call() {
    poison_ = random_poison();
    subject_.buffers.poison(placed_, poison_);
    leave_the_cores();
    return subject_.session.call();
  }

  Check check() {
    if (!subject_.defences.private_copy) case_.read_inputs(subject_.buffers.inputs(placed_));
    Check check = case_.check(subject_.buffers.read_outputs(placed_));
    wrote_outside_ = !subject_.buffers.slack_is_untouched(placed_, poison_);
    check.ok &= !wrote_outside_;
    return check;
  }

  // Explains the outputs of the last call. `last_seed` made the inputs of the call before.
  Diagnosis explain(std::optional<std::uint64_t> last_seed) {
    const Bytes outputs = copy(subject_.buffers.read_outputs(placed_));
    if (wrote_outside_) {
      return {"wrote-outside",
              {fmt::format("in the case {}", case_.name()),
               "bytes beside the destination were overwritten: an index is too large or negative"},
              {}};
    }
    Case::Evidence evidence;
    evidence.poison = poison_;
    if (last_seed) {
      case_.generate(*last_seed);
      evidence.is_stale = case_.check(views(outputs)).ok;
      case_.generate(seed_);
    }
    for (int rerun = 0; rerun < reruns && !evidence.differs_between_runs; ++rerun) {
      subject_.buffers.poison(placed_, poison_);
      subject_.session.call();
      if (subject_.session.failed()) break;
      const auto again = subject_.buffers.read_outputs(placed_);
      for (std::size_t i = 0; i < again.size(); ++i)
        evidence.differs_between_runs |=
            std::memcmp(again[i].data(), outputs[i].data(), outputs[i].size()) != 0;
    }
    return case_.diagnose(views(outputs), evidence, subject_.picture);
  }

  std::uint64_t seed() const { return seed_; }

 private:
  const Subject& subject_;
  const PlacedCase& placed_;
  Case& case_;
  std::uint64_t seed_ = 0;
  std::uint32_t poison_ = 0;
  bool wrote_outside_ = false;
};

void record_death(const Subject& subject, const PlacedCase& placed, const Case& the_case,
                  Outcome& outcome) {
  const Session& session = subject.session;
  Death death{session.verdict(),
              session.fault(),
              session.limit_message(),
              the_case.name(),
              placed.places,
              subject.problem.buffer_names(),
              {}};
  if (death.fault && death.fault->instruction != 0)
    death.source_line = subject.source_line(death.fault->instruction);
  outcome.verdict = death.verdict;
  outcome.diagnosis = explain(death);
  outcome.failed_case = the_case.name();
}

void record_wrong(Round& round, const Case& the_case, std::optional<std::uint64_t> last_seed,
                  Outcome& outcome) {
  if (outcome.verdict.kind != VerdictKind::ok) return;
  outcome.verdict = {VerdictKind::wrong, ""};
  outcome.failed_case = the_case.name();
  outcome.diagnosis = round.explain(last_seed);
}

}  // namespace

Bytes copy(const std::vector<std::span<const std::byte>>& buffers) {
  Bytes copies;
  for (const auto& buffer : buffers) copies.emplace_back(buffer.begin(), buffer.end());
  return copies;
}

std::vector<std::span<const std::byte>> views(const Bytes& buffers) {
  return {buffers.begin(), buffers.end()};
}

Outcome run_cases(const Subject& subject, const std::vector<std::unique_ptr<Case>>& cases,
                  const std::function<void(const std::string&)>& progress) {
  Outcome outcome;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Case& the_case = *cases[i];
    progress(fmt::format("case {} of {}: {}", i + 1, cases.size(), the_case.name()));
    const PlacedCase placed = place(the_case.layout(), random_seed() % 2 == 0);
    subject.session.prepare(placed);
    Round round(subject, placed, the_case);
    std::optional<std::uint64_t> last_seed;
    bool wrong = false;
    for (int repetition = 0; repetition < repetitions && !subject.session.failed(); ++repetition) {
      round.write_fresh_inputs();
      round.call();
      if (subject.session.failed()) break;
      const Check check = round.check();
      outcome.wrong += check.wrong;
      outcome.total += check.total;
      if (!check.ok) {
        wrong = true;
        record_wrong(round, the_case, last_seed, outcome);
      }
      last_seed = round.seed();
    }
    if (subject.session.failed()) {
      if (outcome.verdict.kind == VerdictKind::ok) record_death(subject, placed, the_case, outcome);
      return outcome;
    }
    ++outcome.cases;
    outcome.wrong_cases += wrong;
  }
  return outcome;
}

Timed run_timed(const Subject& subject, Session* baseline, Case& timed_case, const TimingPlan& plan,
                const std::function<void(const std::string&)>& progress) {
  Timed timed;
  const PlacedCase placed = place(timed_case.layout(), false);
  subject.session.prepare(placed);
  // The empty call is the baseline's: a submission could stretch its own, and seem to be faster.
  double empty_s = 0;
  if (baseline != nullptr) {
    baseline->prepare(placed);
    std::vector<double> empty_calls;
    for (int i = 0; i < calibration_calls; ++i) empty_calls.push_back(baseline->call(true));
    empty_s = *std::min_element(empty_calls.begin(), empty_calls.end());
  }

  const auto time_baseline = [&] {
    subject.buffers.poison(placed, random_poison());
    leave_the_cores();
    const double seconds = net_s(baseline->call(), empty_s);
    if (baseline->failed())
      throw GraderError(fmt::format("the course's own baseline failed: {} {}",
                                    verdict_text(baseline->verdict()), baseline->output()));
    return seconds;
  };

  Round round(subject, placed, timed_case);
  std::optional<std::uint64_t> last_seed;
  double measured_s = 0;
  for (int number = 0;; ++number) {
    progress(fmt::format("{}: {}", timed_case.name(),
                         number == 0 ? "warm-up" : fmt::format("timed run {}", number)));
    Pair pair;
    round.write_fresh_inputs();
    // Who goes first alternates, so that neither always finds the caches as the other left them.
    const bool is_warm_up = number == 0;  // the baseline needs none: its pages are mapped
    const bool baseline_first = number % 2 == 1;
    if (baseline != nullptr && baseline_first) pair.baseline_s = time_baseline();
    subject.session.set_wall_limit(std::max(subject.session.wall_limit(), 5 * pair.baseline_s));
    pair.submission_s = net_s(round.call(), empty_s);
    if (subject.session.failed()) {
      record_death(subject, placed, timed_case, timed.outcome);
      return timed;
    }
    const Check check = round.check();
    timed.outcome.wrong += check.wrong;
    timed.outcome.total += check.total;
    if (!check.ok) {
      timed.outcome.wrong_cases = 1;
      record_wrong(round, timed_case, last_seed, timed.outcome);
      return timed;
    }
    if (baseline != nullptr && !baseline_first && !is_warm_up) pair.baseline_s = time_baseline();
    last_seed = round.seed();
    measured_s += pair.baseline_s + pair.submission_s;
    if (is_warm_up) continue;
    timed.pairs.push_back(pair);
    if (is_enough(timed.pairs, plan, measured_s, baseline != nullptr)) break;
  }
  timed.outcome.cases = 1;
  return timed;
}

}  // namespace warplab
