#include "autograder/judge/gpu/gpu_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "autograder/judge/gpu/gpu_diagnosis.h"
#include "autograder/problems/gpu_needs.h"

namespace warplab {
namespace {

constexpr int repetitions = 2;                   // of a small case, each with its own inputs
constexpr std::size_t most_facts_of_values = 8;  // that show what a finding led to
constexpr const char* first_wrong_value = "the first wrong value";

// What a finding led to: the values, without the guess at a cause that follows them.
void add_values(Diagnosis& diagnosis, const Diagnosis& of_values) {
  diagnosis.led_to = of_values.facts;
  if (!of_values.sentence.empty()) diagnosis.led_to.push_back(of_values.sentence);
  if (diagnosis.led_to.size() > most_facts_of_values) diagnosis.led_to.resize(most_facts_of_values);
  diagnosis.picture = of_values.picture;
}

// One execution on the case's present inputs, judged.
class Trial {
 public:
  Trial(const GpuSubject& subject, Case& the_case, const gpu::ExecutionOptions& options)
      : subject_(subject), case_(the_case), options_(options) {}

  // `before` is the execution before. Without `explains`, wrong values and findings have a verdict and
  // no diagnosis. Right outputs are shown where there is a place for a picture.
  Outcome run(const std::optional<EarlierCall>& before, bool explains = true,
              const std::optional<std::filesystem::path>& picture = std::nullopt) {
    seed_ = subject_.seeds.next();
    case_.generate(seed_);
    const std::uint32_t poison = subject_.seeds.next_poison();
    auto execution = subject_.workers.execute(case_, options_, poison);
    worker_failed_ = !execution;
    if (!execution) return explain(subject_.workers.death(), case_, subject_.source_line);
    report_ = std::move(execution->report);
    if (subject_.workers.is_on_real_gpu() && is_of_the_machine(report_.error))
      throw GpuUnusable(report_.reason);

    Outcome outcome;
    const Check check = case_.check(execution->outputs);
    outcome.wrong = check.wrong;
    outcome.total = check.total;
    outcome.wrong_cases = !check.ok;
    outcome.cases = 1;
    outcome.verdict = verdict_of(report_, check.ok);
    was_right_ = outcome.verdict.kind == VerdictKind::ok;
    if (was_right_) {
      if (picture) showing_ = case_.show(execution->outputs, *picture);
      return outcome;
    }
    if (!explains && outcome.verdict.kind != VerdictKind::gpu_error) return outcome;
    outcome.failed_case = case_.name();
    outcome.diagnosis = explain_outputs(copy(execution->outputs), poison, before, outcome.verdict);
    return outcome;
  }

  gpu::ExecutionReport& report() { return report_; }
  const Showing& showing() const { return showing_; }
  EarlierCall as_earlier() const { return {&case_, seed_, was_right_}; }
  bool worker_failed() const { return worker_failed_; }

 private:
  // What is said of the execution, and of wrong values: alone, or as what findings led to.
  Diagnosis explain_outputs(const Bytes& outputs, std::uint32_t poison,
                            const std::optional<EarlierCall>& before, const Verdict& verdict) {
    std::optional<Diagnosis> diagnosis =
        explain(ExecutedCase{subject_.problem, case_, subject_.source_line, report_});
    if (!diagnosis) {
      Diagnosis of_values = explain_wrong(outputs, poison, before);
      if (of_values.first_wrong_byte)
        trace(of_values, case_.layout().input_bytes.size(), *of_values.first_wrong_byte,
              first_wrong_value);
      return of_values;
    }
    if (!report_.changed_input.empty() && report_.findings.empty())
      trace(*diagnosis, input_called(report_.changed_input), report_.changed_byte,
            "the first byte that was changed");
    const bool has_cause =
        !report_.findings.empty() || !report_.changed_input.empty() || !report_.hazards.empty();
    if (has_cause && verdict.kind == VerdictKind::wrong) {
      Diagnosis of_values = explain_wrong(outputs, poison, before);
      add_values(*diagnosis, of_values);
      // The finding says enough for a terminal; a page has room for the way to the value as well.
      if (of_values.first_wrong_byte)
        trace(of_values, case_.layout().input_bytes.size(), *of_values.first_wrong_byte,
              first_wrong_value);
      std::ranges::move(of_values.marks, std::back_inserter(diagnosis->marks));
    }
    return *diagnosis;
  }

  Diagnosis explain_wrong(const Bytes& outputs, std::uint32_t poison,
                          const std::optional<EarlierCall>& before) {
    Case::Evidence evidence;
    evidence.poison = poison;
    for (const gpu::KernelRun& run : report_.runs)
      evidence.launches.push_back({run.grid, run.block});
    note_earlier_call(before, case_, seed_, outputs, evidence);
    // What is left of another poison as well was never written; what differs otherwise is a race.
    const std::uint32_t other = ~poison;
    std::vector<std::byte> unwritten;
    if (const auto again = subject_.workers.execute(case_, options_, other)) {
      const auto byte_of = [](std::uint32_t word, std::size_t at) {
        return static_cast<std::byte>(word >> (8 * (at % 4)));
      };
      for (std::size_t i = 0; i < outputs[0].size(); ++i) {
        const bool both =
            outputs[0][i] == byte_of(poison, i) && again->outputs[0][i] == byte_of(other, i);
        unwritten.push_back(std::byte{both});
        evidence.differs_between_runs |= !both && outputs[0][i] != again->outputs[0][i];
      }
    }
    evidence.unwritten = unwritten;
    return case_.diagnose(views(outputs), evidence, subject_.picture);
  }

  // Of an input by the name that reports call it.
  std::size_t input_called(const std::string& name) const {
    const std::vector<std::string> names = case_.layout().names;
    return std::ranges::find(names, name) - names.begin();
  }

  // Executes the plan again, to find out what leaves a byte of a buffer as it is.
  void trace(Diagnosis& diagnosis, std::size_t buffer, std::uint64_t byte,
             const std::string& what) {
    if (subject_.workers.is_on_real_gpu()) return;
    gpu::ExecutionOptions options = options_;
    options.traced = {static_cast<std::uint32_t>(buffer), byte};
    const auto again = subject_.workers.execute(case_, options, 0);
    if (again && again->report.origin)
      add_origin(diagnosis, *again->report.origin, subject_.source_line, what);
  }

  const GpuSubject& subject_;
  Case& case_;
  const gpu::ExecutionOptions& options_;
  gpu::ExecutionReport report_;
  Showing showing_;
  std::uint64_t seed_ = 0;
  bool was_right_ = false;
  bool worker_failed_ = false;
};

// Adds the counters of a report to what was read before, where they are worse.
void read_counters(const gpu::ExecutionReport& report, const Case& the_case,
                   std::map<std::string, CounterReading>& worst) {
  const gpu::Work work = work_of(report);
  for (const std::string& name : gpu::counter_names()) {
    const gpu::Counter& counter = *gpu::find_counter(name);
    if (!counter.in_every_case) continue;
    const double value = counter.value(work, the_case.outputs());
    const auto [entry, is_first] = worst.try_emplace(name);
    if (!is_first && value <= entry->second.value) continue;
    entry->second = {value, the_case.name(), heaviest_line(report, counter)};
  }
}

// A loop without end takes long to be found where an image is large, if checkers run, so a small
// one is asked first: the smallest that has several warps. Nothing where the kernels end, well or
// badly. `call` is what was asked.
std::optional<Outcome> find_endless_loop(const GpuSubject& subject,
                                         const std::vector<std::unique_ptr<Case>>& cases,
                                         const gpu::ExecutionOptions& options,
                                         std::optional<EarlierCall>& call) {
  constexpr double least_outputs = 128;
  Case* smallest = nullptr;
  for (const auto& each : cases)
    if (each->outputs() >= least_outputs &&
        (smallest == nullptr || each->outputs() < smallest->outputs()))
      smallest = each.get();
  if (smallest == nullptr || smallest == cases.front().get()) return std::nullopt;
  Trial trial(subject, *smallest, options);
  Outcome outcome = trial.run(std::nullopt, false);
  call = trial.as_earlier();
  const bool ended = trial.report().error != gpu::CudaError::cudaErrorLaunchTimeout;
  if (ended && !trial.worker_failed()) return std::nullopt;
  return outcome;
}

// What is right once has to be right again: asked of the largest case that checkers watch, which has most blocks.
// Nothing where it is.
std::optional<Outcome> find_what_stays(const GpuSubject& subject,
                                       const std::vector<std::unique_ptr<Case>>& cases,
                                       gpu::ExecutionOptions options) {
  if (cases.empty()) return std::nullopt;
  Case& the_case = **std::ranges::max_element(cases, {}, [](const auto& each) {
    return std::pair(each->gpu_needs().checkers, each->compulsory_bytes());
  });
  options.twice = true;
  Outcome outcome = Trial(subject, the_case, options).run(std::nullopt);
  if (outcome.verdict.kind != VerdictKind::wrong) return std::nullopt;
  outcome.failed_case = the_case.name();
  std::vector<MarkedLine> marks = std::move(outcome.diagnosis.marks);
  outcome.diagnosis = {
      "second-call",
      {fmt::format("in the case {}", the_case.name())},
      "the first call of the launch function is right, and a second one in the same program is "
      "not: something stays from one call to the next",
      {"which __device__ variable does a kernel count in or add to? It has to be set back, by the "
       "last block or by cudaMemcpyToSymbol() before the launch"}};
  outcome.diagnosis.marks = std::move(marks);
  return outcome;
}

// What kernels of a case print is kept as long as there is room behind what those before printed.
gpu::ExecutionOptions options_with_room(gpu::ExecutionOptions options, const std::string& output) {
  const std::uint64_t most = Limits{}.output_bytes;
  options.output_bytes = most - std::min<std::uint64_t>(most, output.size());
  return options;
}

// What one execution came to is what all come to.
void take_verdict(Outcome& all, const Outcome& one) {
  all.verdict = one.verdict;
  all.diagnosis = one.diagnosis;
  all.failed_case = one.failed_case;
}

}  // namespace

GpuOutcome run_gpu_cases(const GpuSubject& subject, const std::vector<std::unique_ptr<Case>>& cases,
                         const gpu::ExecutionOptions& options, const ProgressLine& progress) {
  GpuOutcome result;
  Outcome& all = result.judged;
  std::optional<EarlierCall> before;
  if (options.checkers) {
    if (auto endless = find_endless_loop(subject, cases, options, before)) {
      all = std::move(*endless);
      return result;
    }
  }
  bool wrong_is_explained = false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool is_checked = cases[i]->gpu_needs().checkers;
    if (!is_checked && all.verdict.kind != VerdictKind::ok) continue;
    progress(fmt::format("case {} of {}: {}", i + 1, cases.size(), cases[i]->name()));
    bool wrong = false;
    for (int repetition = 0; repetition < (is_checked ? repetitions : 1); ++repetition) {
      const gpu::ExecutionOptions keeps_output =
          options_with_room(is_checked ? options : gpu::ExecutionOptions{}, result.output);
      Trial trial(subject, *cases[i], keeps_output);
      // One wrong result is explained; those after it count alone.
      Outcome one = trial.run(before, !wrong_is_explained);
      before = trial.as_earlier();
      all.wrong += one.wrong;
      all.total += one.total;
      wrong |= one.wrong_cases > 0;
      result.output += trial.report().output;
      result.dropped_prints += trial.report().dropped_prints;
      read_counters(trial.report(), *cases[i], result.worst);
      const bool explained = all.verdict.kind != VerdictKind::ok;
      // A wrong result outweighs a finding without one.
      const bool outweighs =
          all.verdict.kind == VerdictKind::unsafe && one.verdict.kind != VerdictKind::unsafe;
      if (one.verdict.kind == VerdictKind::ok || (explained && !outweighs)) continue;
      // Where a smaller case had a finding, it says why this one takes long.
      if (one.verdict.kind == VerdictKind::time_limit && !all.diagnosis.findings.empty()) {
        one.diagnosis.cause = all.diagnosis.cause;
        one.diagnosis.findings = all.diagnosis.findings;
      }
      take_verdict(all, one);
      wrong_is_explained = one.verdict.kind != VerdictKind::unsafe;
      result.explained = std::move(trial.report().runs);
      const bool goes_on =
          one.verdict.kind == VerdictKind::wrong || one.verdict.kind == VerdictKind::unsafe;
      if (!goes_on) return result;
    }
    ++all.cases;
    all.wrong_cases += wrong;
  }
  if (options.checkers && all.verdict.kind == VerdictKind::ok) {
    if (const auto stays = find_what_stays(subject, cases, options)) {
      take_verdict(all, *stays);
      all.wrong += stays->wrong;
      all.total += stays->total;
      ++all.wrong_cases;
    }
  }
  return result;
}

Outcome look_at_plans(const GpuSubject& subject, const std::vector<std::unique_ptr<Case>>& cases,
                      const ProgressLine& progress) {
  gpu::ExecutionOptions options;
  options.plan_only = true;
  Outcome all;
  for (const auto& each : cases) {
    progress(fmt::format("what is asked for: {}", each->name()));
    const auto execution = subject.workers.execute(*each, options, subject.seeds.next_poison());
    if (!execution) return explain(subject.workers.death(), *each, subject.source_line);
    const gpu::ExecutionReport& report = execution->report;
    all.verdict = verdict_of(report, !report.runs.empty() || !each->gpu_needs().kernels);
    if (all.verdict.kind == VerdictKind::ok) continue;
    all.failed_case = each->name();
    all.wrong = all.total = all.wrong_cases = 1;
    if (auto diagnosis = explain(ExecutedCase{subject.problem, *each, subject.source_line, report}))
      all.diagnosis = std::move(*diagnosis);
    return all;
  }
  return all;
}

CounterReading read_counter(const gpu::Counter& counter, const gpu::ExecutionReport& report,
                            const Case& the_case) {
  const gpu::Work work = work_of(report);
  return {counter.value(work, the_case.outputs()), the_case.name(), heaviest_line(report, counter),
          count_lines(report, counter),
          std::string(counter.remark != nullptr ? counter.remark(work) : "")};
}

double seconds_of(const gpu::ExecutionReport& report) {
  if (report.elapsed) return report.elapsed->seconds;
  double seconds = report.copy_seconds;
  for (const gpu::KernelRun& run : report.runs) seconds += run.seconds;
  return seconds;
}

Timed time_on_gpu(const GpuSubject& subject, PlanRunner* baseline, Case& the_case,
                  const TimingPlan& plan, const ProgressLine& progress) {
  Timed timed;
  timed.outcome.cases = 1;
  gpu::ExecutionOptions options;
  options.time = true;
  // On the inputs that the case has just then.
  const auto time_baseline = [&] {
    const auto execution = baseline->execute(the_case, options, subject.seeds.next_poison());
    if (!execution || execution->report.failed())
      throw GpuUnusable(fmt::format(
          "it does not run the course's own baseline: {}",
          execution ? execution->report.reason : verdict_text(baseline->death().verdict)));
    return seconds_of(execution->report);
  };
  const double begin = now_s();
  for (int number = 0;; ++number) {
    progress(fmt::format("{}: {}", the_case.name(),
                         number == 0 ? "warm-up" : fmt::format("timed run {}", number)));
    Pair pair;
    const bool baseline_first = number % 2 == 1;
    if (baseline != nullptr && baseline_first) pair.baseline_s = time_baseline();
    Trial trial(subject, the_case, options);
    const Outcome one = trial.run(std::nullopt);
    timed.outcome.wrong += one.wrong;
    timed.outcome.total += one.total;
    if (one.verdict.kind != VerdictKind::ok) {
      timed.outcome = one;
      return timed;
    }
    pair.submission_s = seconds_of(trial.report());
    if (baseline != nullptr && !baseline_first) pair.baseline_s = time_baseline();
    if (number == 0) continue;
    timed.pairs.push_back(pair);
    if (is_enough(timed.pairs, plan, now_s() - begin, baseline != nullptr)) return timed;
  }
}

GpuRun run_gpu_case(const GpuSubject& subject, Case& the_case, const gpu::ExecutionOptions& options,
                    const std::optional<std::filesystem::path>& picture) {
  Trial trial(subject, the_case, options);
  GpuRun run{trial.run(std::nullopt, true, picture), {}, trial.showing()};
  run.report = std::move(trial.report());
  return run;
}

}  // namespace warplab
