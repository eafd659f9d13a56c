// Grades a step of a GPU lab: awkward cases under all checkers, the photograph, counters and time.
#include <fmt/format.h>

#include <cmath>

#include "autograder/judge/gpu_trial.h"
#include "autograder/judge/grading.h"
#include "autograder/report/sanitize.h"

namespace warplab {
namespace {

using simt::observe::LineProfile;

// Four digits at most: "4.69", "75", "0.15".
std::string short_number(double value) {
  std::string text = fmt::format("{:.{}f}", value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return text;
}

// A line of the source as a student knows it.
std::string source_line(const std::string& source, std::uint32_t number) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < number && begin != std::string::npos; ++line) {
    begin = source.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return {};
  begin = source.find_first_not_of(" \t", begin);
  if (begin == std::string::npos) return {};
  return source.substr(begin, source.find('\n', begin) - begin);
}

// Points for a counter of the profiled picture, or of whatever case was worst.
void score_counter(StepResult& result, const CounterGate& asked, const CounterReading& reading,
                   std::optional<double> before, const std::string& baseline,
                   const GpuSubject& subject) {
  const gpu::Counter& counter = *gpu::find_counter(asked.counter);
  Gate& gate = warplab::gate(result, asked.counter);
  gate.value = reading.value;
  gate.passed = reading.value >= asked.at_least && reading.value <= asked.at_most;
  gate.points = gate.passed ? asked.points : 0;
  const bool has_most = std::isfinite(asked.at_most);
  const std::string limit =
      has_most && asked.at_least > 0
          ? fmt::format("from {} to {}", short_number(asked.at_least), short_number(asked.at_most))
      : has_most ? fmt::format("at most {}", short_number(asked.at_most))
                 : fmt::format("at least {}", short_number(asked.at_least));
  gate.message = fmt::format("{} {}, {}", short_number(reading.value), counter.label, limit);
  if (before) gate.message += fmt::format(" ({} in {})", short_number(*before), baseline);
  if (gate.passed) return;
  if (reading.line.line > 0)
    gate.message += fmt::format("\n{}:{}: {}", subject.source_name, reading.line.line,
                                source_line(subject.source, reading.line.line));
  if (counter.in_every_case && reading.value > 0)
    gate.message += fmt::format("\nin the case {}", reading.case_name);
  gate.message += fmt::format("\n{}", counter.why);
}

double seconds_of(const gpu::PlayReport& report) {
  double seconds = 0;
  for (const gpu::KernelRun& run : report.runs) seconds += run.seconds;
  return seconds;
}

}  // namespace

// What the baseline's kernels do with the profiled picture.
const gpu::PlayReport& Grader::baseline_report(const Step& step, const DeviceProgram& device,
                                               Case& profiled, Bench& bench) const {
  const std::pair key(step.speed->baseline_lab, step.speed->baseline_step);
  const auto [entry, is_new] = bench.baseline_reports.try_emplace(key);
  if (!is_new) return entry->second;
  const Build build = bench.baselines.at(key).get();
  GpuWorkers workers(sandbox_, build.executable, device, {profiled.layout()}, std::nullopt);
  const GpuSubject subject{workers, bench.problem, {}, {}, {}, {}};
  gpu::PlayOptions options;
  options.counters = true;
  GpuRun run = run_gpu_case(subject, profiled, options);
  if (run.judged.verdict.kind != VerdictKind::ok)
    throw GraderError(
        fmt::format("the course's own baseline failed: {}", verdict_text(run.judged.verdict)));
  entry->second = std::move(run.report);
  return entry->second;
}

void Grader::run_gpu(StepResult& result, const Lab& lab, const Step& step, const Build& build,
                     const std::string& source, Bench& bench) const {
  if (!take_build(result, build)) return;
  const DeviceProgram device(sandbox_, options_.worker_objects, "gpu_simt");
  const auto subject_of = [&](GpuWorkers& workers) {
    return GpuSubject{
        workers,
        bench.problem,
        step.file,
        source,
        [&](std::uint64_t offset) { return builder_.source_line(build.executable, offset); },
        options_.grades / lab.name / fmt::format("step{}-difference.png", step.number)};
  };
  const auto progress = [&](const std::string& what) {
    options_.progress(fmt::format("{} step {}: {}", lab.name, step.number, what));
  };

  const auto cases = bench.problem.small_cases(lab);
  std::vector<CaseLayout> layouts;
  for (const auto& each : cases) layouts.push_back(each->layout());
  GpuOutcome outcome;
  {
    GpuWorkers workers(sandbox_, build.executable, device, layouts, options_.limits);
    outcome = run_gpu_cases(subject_of(workers), cases, progress);
    result.output = sanitize(workers.output() + outcome.output);
  }
  if (outcome.judged.verdict.kind != VerdictKind::ok)
    return fail_in_case(result, outcome.judged, cases.size());

  const auto key = [](const Size& size) { return std::pair(size.width, size.height); };
  Case& photograph = *bench.photographs.at(key(step.timed_size)).get();
  Case& profiled = *bench.profiled.at(key(step.profiled_size)).get();
  GpuWorkers workers(sandbox_, build.executable, device, {photograph.layout(), profiled.layout()},
                     options_.limits);
  const GpuSubject subject = subject_of(workers);
  progress(photograph.name());
  const GpuRun whole = run_gpu_case(subject, photograph, {});
  if (whole.judged.verdict.kind != VerdictKind::ok) return fail_in_case(result, whole.judged, 1);
  progress(profiled.name());
  gpu::PlayOptions with_counters;
  with_counters.counters = true;
  const GpuRun counted = run_gpu_case(subject, profiled, with_counters);
  if (counted.judged.verdict.kind != VerdictKind::ok)
    return fail_in_case(result, counted.judged, 1);

  Gate& correct = gate(result, "correct");
  correct.passed = true;
  correct.value = 0;
  correct.limit = 0;
  correct.points = step.correct_points;
  correct.message = fmt::format("{} awkward cases, photograph of {}x{}", cases.size(),
                                step.timed_size.width, step.timed_size.height);
  if (step.checkers_points > 0) {
    Gate& checkers = gate(result, "checkers");
    checkers.passed = true;
    checkers.points = step.checkers_points;
    checkers.message = "races, bounds, uninitialised reads, barriers";
  }

  const gpu::PlayReport* before =
      step.speed ? &baseline_report(step, device, profiled, bench) : nullptr;
  const std::string baseline =
      step.speed
          ? short_name(fmt::format("{}/{}", step.speed->baseline_lab, step.speed->baseline_step))
          : "";
  read_counters(counted.report, profiled, outcome.worst);
  for (const CounterGate& asked : step.hardware) {
    const gpu::Counter& counter = *gpu::find_counter(asked.counter);
    const auto value_in = [&](const gpu::PlayReport& report) {
      return counter.value(sum_of(report), profiled.outputs());
    };
    const CounterReading reading =
        counter.in_every_case && std::isfinite(asked.at_most)
            ? outcome.worst.at(asked.counter)
            : CounterReading{value_in(counted.report), profiled.name(),
                             heaviest_line(counted.report, counter.by_line)};
    score_counter(result, asked, reading, before ? std::optional(value_in(*before)) : std::nullopt,
                  baseline, subject);
  }

  Timing timing;
  timing.modelled = with_counters.target;
  timing.median_s = seconds_of(counted.report);
  timing.gigabytes_s = profiled.compulsory_bytes() / timing.median_s * 1e-9;
  timing.gigaoperations_s = profiled.operations() / timing.median_s * 1e-9;
  result.time = timing;
  if (before != nullptr) {
    const double ratio = seconds_of(*before) / timing.median_s;
    score_ratio(result, step, {ratio, ratio, ratio});
  }
}

}  // namespace warplab
