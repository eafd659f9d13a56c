#include "autograder/judge/trial.h"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cstring>

#include "autograder/judge/fault.h"

namespace warplab {
namespace {

constexpr int repetitions = 2;  // of a small case, each with its own inputs
constexpr int reruns = 8;       // of a wrong case's input, to see if the output differs
constexpr int calibration_calls = 5;

// Ends the judge's own OpenMP threads, which would spin for a while where the worker wants to run.
void leave_the_cores() { omp_pause_resource_all(omp_pause_soft); }

// One call on fresh inputs, and whether what it wrote is right.
class Round {
 public:
  Round(const Subject& subject, const PlacedCase& placed, Case& the_case)
      : subject_(subject), placed_(placed), case_(the_case) {}

  void write_fresh_inputs() {
    seed_ = subject_.seeds.next();
    case_.generate(seed_);
    case_.write_inputs(subject_.buffers.inputs(placed_));
  }

  // The outputs are judged by check().
  CallTime call() {
    poison_ = subject_.seeds.next_poison();
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

  // Explains the outputs of the last call.
  Diagnosis explain(const std::optional<EarlierCall>& before, int team) {
    const Bytes outputs = copy(subject_.buffers.read_outputs(placed_));
    if (wrote_outside_) {
      return {"wrote-outside",
              {fmt::format("in the case {}", case_.name())},
              "bytes beside the destination were overwritten: an index is too large or negative"};
    }
    Case::Evidence evidence;
    evidence.poison = poison_;
    evidence.is_of_cpu = true;
    evidence.team = team;
    note_earlier_call(before, case_, seed_, outputs, evidence);
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

  // Whether it wrote beside an output, in pages that are the output's as well.
  bool wrote_outside() const { return wrote_outside_; }

  EarlierCall as_earlier() const { return {&case_, seed_}; }

 private:
  const Subject& subject_;
  const PlacedCase& placed_;
  Case& case_;
  std::uint64_t seed_ = 0;
  std::uint32_t poison_ = 0;
  bool wrote_outside_ = false;
};

void note_team(Diagnosis& diagnosis, int team) {
  if (team > 1)
    diagnosis.facts.push_back(
        fmt::format("this was with {} threads; on one thread the case is right", team));
}

void record_death(const Subject& subject, const PlacedCase& placed, const Case& the_case, int team,
                  Outcome& outcome) {
  const Session& session = subject.session;
  Death death{session.verdict(),
              session.fault(),
              session.limit_message(),
              the_case.name(),
              placed.places,
              the_case.layout().names,
              {},
              the_case.layout().images};
  if (death.fault && death.fault->instruction != 0)
    death.source_line = subject.source_line(death.fault->instruction);
  outcome.team = team;
  outcome.verdict = death.verdict;
  outcome.diagnosis = explain(death);
  note_team(outcome.diagnosis, team);
  outcome.failed_case = the_case.name();
}

// What goes wrong on one thread does so in every run, and comes first.
void record_wrong(Round& round, const Case& the_case, int team,
                  const std::optional<EarlierCall>& before, Outcome& outcome) {
  if (outcome.verdict.kind != VerdictKind::ok && (team > 1 || outcome.team <= 1)) return;
  outcome.team = team;
  outcome.verdict = {VerdictKind::wrong, ""};
  outcome.failed_case = the_case.name();
  outcome.diagnosis = round.explain(before, team);
  note_team(outcome.diagnosis, team);
}

// What was written beside an output hits a guard page, and so has a line, where the output lies at the other end of its
// pages. Whether it did; else all is as before.
bool dies_at_the_guard(const Subject& subject, const PlacedCase& placed, const PlacedCase& other,
                       Case& the_case, int team, Outcome& outcome) {
  subject.session.prepare(other);
  Round round(subject, other, the_case);
  round.write_fresh_inputs();
  round.call();
  if (subject.session.failed()) {
    record_death(subject, other, the_case, team, outcome);
    return true;
  }
  subject.session.prepare(placed);
  return false;
}

// How many threads a repetition of a case has.
int team_of(const Subject& subject, std::size_t number_of_case, int repetition) {
  if (subject.teams.empty()) return 0;
  return repetition == 0 ? 1 : subject.teams[number_of_case % subject.teams.size()];
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

void note_earlier_call(const std::optional<EarlierCall>& before, Case& the_case, std::uint64_t seed,
                       const Bytes& outputs, Case::Evidence& evidence) {
  if (!before) return;
  evidence.earlier_was_right = before->was_right;
  before->the_case->generate(before->seed);
  evidence.earlier_coefficients = before->the_case->coefficients();
  if (before->the_case != &the_case) return;
  evidence.is_stale = the_case.check(views(outputs)).ok;
  the_case.generate(seed);
}

Outcome run_cases(const Subject& subject, const std::vector<std::unique_ptr<Case>>& cases,
                  const ProgressLine& progress) {
  Outcome outcome;
  std::optional<EarlierCall> before;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Case& the_case = *cases[i];
    progress(fmt::format("case {} of {}: {}", i + 1, cases.size(), the_case.name()));
    const bool is_flush = subject.seeds.next() % 2 == 0;
    const PlacedCase placed = place(the_case.layout(), is_flush);
    subject.session.prepare(placed);
    Round round(subject, placed, the_case);
    bool wrong = false;
    int team = 0;
    for (int repetition = 0; repetition < repetitions && !subject.session.failed(); ++repetition) {
      team = team_of(subject, i, repetition);
      subject.session.set_team(team);
      round.write_fresh_inputs();
      round.call();
      if (subject.session.failed()) break;
      const Check check = round.check();
      outcome.wrong += check.wrong;
      outcome.total += check.total;
      if (!check.ok) {
        wrong = true;
        if (round.wrote_outside() && outcome.verdict.kind == VerdictKind::ok &&
            dies_at_the_guard(subject, placed, place(the_case.layout(), !is_flush), the_case, team,
                              outcome))
          return outcome;
        record_wrong(round, the_case, team, before, outcome);
      }
      before = round.as_earlier();
    }
    if (subject.session.failed()) {
      if (outcome.verdict.kind == VerdictKind::ok)
        record_death(subject, placed, the_case, team, outcome);
      return outcome;
    }
    ++outcome.cases;
    outcome.wrong_cases += wrong;
  }
  return outcome;
}

Shown run_shown(const Subject& subject, Case& the_case, const std::filesystem::path& picture) {
  Shown shown;
  const PlacedCase placed = place(the_case.layout(), false);
  subject.session.prepare(placed);
  Round round(subject, placed, the_case);
  round.write_fresh_inputs();
  round.call();
  if (subject.session.failed()) {
    record_death(subject, placed, the_case, 0, shown.outcome);
    return shown;
  }
  const Check check = round.check();
  shown.outcome.cases = 1;
  shown.outcome.wrong_cases = !check.ok;
  shown.outcome.wrong = check.wrong;
  shown.outcome.total = check.total;
  if (check.ok)
    shown.showing = the_case.show(subject.buffers.read_outputs(placed), picture);
  else
    record_wrong(round, the_case, 0, std::nullopt, shown.outcome);
  return shown;
}

namespace {

// The empty call is the baseline's: a submission could stretch its own, and seem to be faster.
double seconds_of_empty_call(Session& baseline, const PlacedCase& placed) {
  baseline.prepare(placed);
  double least_s = undisturbed_s(baseline.call(true), 0);
  for (int i = 1; i < calibration_calls; ++i)
    least_s = std::min(least_s, undisturbed_s(baseline.call(true), 0));
  return least_s;
}

CallTime call_baseline(Session& baseline) {
  leave_the_cores();
  const CallTime time = baseline.call();
  if (baseline.failed())
    throw GraderError(fmt::format("the course's own baseline failed: {} {}",
                                  verdict_text(baseline.verdict()), baseline.output()));
  return time;
}

}  // namespace

Timed run_timed(const Subject& subject, Session* baseline, Case& timed_case, const TimingPlan& plan,
                const ProgressLine& progress) {
  Timed timed;
  const PlacedCase placed = place(timed_case.layout(), false);
  subject.session.prepare(placed);
  TimedCalls calls(baseline == nullptr ? 0 : seconds_of_empty_call(*baseline, placed));

  const auto time_baseline = [&] {
    subject.buffers.poison(placed, subject.seeds.next_poison());
    return call_baseline(*baseline);
  };

  Round round(subject, placed, timed_case);
  std::optional<EarlierCall> before;
  double measured_s = 0;
  for (int number = 0;; ++number) {
    progress(fmt::format("{}: {}", timed_case.name(),
                         number == 0 ? "warm-up" : fmt::format("timed run {}", number)));
    std::optional<CallTime> baseline_time;
    round.write_fresh_inputs();
    // Who goes first alternates, so that neither always finds the caches as the other left them.
    const bool is_warm_up = number == 0;  // the baseline needs none: its pages are mapped
    const bool baseline_first = number % 2 == 1;
    if (baseline != nullptr && baseline_first) {
      baseline_time = time_baseline();
      subject.session.set_wall_limit(
          std::max(subject.session.wall_limit(), 5 * baseline_time->wall_s));
    }
    const CallTime time = round.call();
    if (subject.session.failed()) {
      record_death(subject, placed, timed_case, 0, timed.outcome);
      return timed;
    }
    const Check check = round.check();
    timed.outcome.wrong += check.wrong;
    timed.outcome.total += check.total;
    if (!check.ok) {
      timed.outcome.wrong_cases = 1;
      record_wrong(round, timed_case, 0, before, timed.outcome);
      return timed;
    }
    if (baseline != nullptr && !baseline_first && !is_warm_up) baseline_time = time_baseline();
    before = round.as_earlier();
    measured_s += time.wall_s + (baseline_time ? baseline_time->wall_s : 0);
    if (is_warm_up) continue;
    calls.add(baseline_time, time);
    if (is_enough(calls.pairs(), plan, measured_s, baseline != nullptr)) break;
  }
  timed.pairs = calls.pairs();
  timed.threads_at_work = calls.threads_at_work();
  timed.work = calls.work();
  timed.lost = calls.lost();
  timed.outcome.cases = 1;
  return timed;
}

}  // namespace warplab
