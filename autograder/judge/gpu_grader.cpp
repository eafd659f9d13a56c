// Grades a step of a GPU lab: awkward cases under all checkers, the photograph, counters and time.
#include <fmt/format.h>

#include <cmath>

#include "autograder/judge/gpu_trial.h"
#include "autograder/judge/grading.h"
#include "autograder/report/files.h"
#include "autograder/report/sanitize.h"
#include "simt/model/timeline.h"

namespace warplab {
namespace {

using simt::observe::LineProfile;

// Four digits at most: "4.69", "75", "0.15", "0.016".
std::string short_number(double value) {
  std::string text = fmt::format("{:.{}f}", value,
                                 value >= 100   ? 0
                                 : value >= 10  ? 1
                                 : value >= 0.1 ? 2
                                                : 3);
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

// A picture, and a trace beside it. Its path, or nothing where it could not be written.
std::string draw(const gpu::Elapsed& elapsed, std::filesystem::path picture) {
  std::error_code error;
  std::filesystem::create_directories(picture.parent_path(), error);
  try {
    simt::model::draw_timeline(elapsed.activities, picture);
    write_file(std::filesystem::path(picture).replace_extension(".json"),
               simt::model::trace_json(elapsed.activities));
  } catch (const std::exception&) {
    return {};  // the grade is worth having without its picture
  }
  return picture.lexically_proximate(std::filesystem::current_path());
}

// "load requests an element": a label with the problem's unit in it.
std::string label_of(const gpu::Counter& counter, const std::string& unit) {
  const bool takes_an = std::string_view("aeiou").find(unit.front()) != std::string_view::npos;
  std::string pattern = counter.label;
  if (const std::size_t at = pattern.find(" a {}"); takes_an && at != std::string::npos)
    pattern.insert(at + 2, "n");
  return fmt::format(fmt::runtime(pattern), unit);
}

bool meets(const CounterReading& reading, const CounterGate& asked) {
  return reading.value >= asked.at_least && reading.value <= asked.at_most;
}

// Points for a counter. `usual_case` is the one that it is read in unless another was worse.
void score_counter(StepResult& result, const CounterGate& asked, const CounterReading& reading,
                   const std::string& usual_case, std::optional<double> before,
                   const std::string& baseline, const GpuSubject& subject) {
  const gpu::Counter& counter = *gpu::find_counter(asked.counter);
  Gate& gate = warplab::gate(result, asked.counter);
  gate.value = reading.value;
  gate.passed = meets(reading, asked);
  gate.points = gate.passed ? asked.points : 0;
  const bool has_most = std::isfinite(asked.at_most);
  const std::string limit =
      has_most && asked.at_least > 0
          ? fmt::format("from {} to {}", short_number(asked.at_least), short_number(asked.at_most))
      : has_most ? fmt::format("at most {}", short_number(asked.at_most))
                 : fmt::format("at least {}", short_number(asked.at_least));
  gate.message = fmt::format("{} {}, {}", short_number(reading.value),
                             label_of(counter, subject.problem.unit()), limit);
  if (before) gate.message += fmt::format(" ({} in {})", short_number(*before), baseline);
  if (gate.passed) return;
  if (reading.line.line > 0)
    gate.message += fmt::format("\n{}:{}: {}", subject.source_name, reading.line.line,
                                source_line(subject.source, reading.line.line));
  if (reading.case_name != usual_case)
    gate.message += fmt::format("\nin the case {}", reading.case_name);
  gate.message += fmt::format("\n{}", counter.why);
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

// The step on a real GPU: all cases, then the photograph against the baseline.
Timed Grader::measure(const SubjectOf& subject_of, const Step& step, const RealGpu& gpu,
                      const Build& build, Case& photograph,
                      const std::vector<std::unique_ptr<Case>>& cases, Bench& bench,
                      const std::function<void(const std::string&)>& progress) const {
  std::vector<CaseLayout> layouts = {photograph.layout()};
  for (const auto& each : cases) layouts.push_back(each->layout());
  GpuWorkers workers(sandbox_, build.executable, gpu.program, layouts, options_.limits);
  const GpuSubject subject = subject_of(workers);
  Timed timed;
  timed.outcome = run_gpu_cases(subject, cases, {}, progress).judged;
  if (timed.outcome.verdict.kind == VerdictKind::ok) {
    std::optional<GpuWorkers> baseline;
    TimingPlan plan;
    plan.budget_s = options_.timing_budget_s;
    if (step.speed) {
      const std::pair key(step.speed->baseline_lab, step.speed->baseline_step);
      baseline.emplace(sandbox_, bench.baselines.at(key).get().executable, gpu.program, layouts,
                       std::nullopt);
      plan.zero_at = step.speed->zero_at;
      plan.full_at = step.speed->full_at;
    }
    progress("waiting for another grader to finish measuring");
    const TimingTurn turn;
    timed = time_on_gpu(subject, baseline ? &*baseline : nullptr, photograph, plan, progress);
  }
  if (timed.outcome.verdict.kind != VerdictKind::ok)
    timed.outcome.diagnosis.lines.insert(
        timed.outcome.diagnosis.lines.begin(),
        fmt::format("right on simt, and not on the {}:", gpu.state.name));
  return timed;
}

void Grader::run_gpu(StepResult& result, const Lab& lab, const Step& step, const Build& build,
                     const std::string& source, Bench& bench) const {
  if (!take_build(result, build)) return;
  const DeviceProgram simt(sandbox_, options_.worker_objects, "gpu_simt");
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

  const auto cases = bench.problem.small_cases(lab, step);
  Case& photograph = *bench.photographs.at(case_key(step, step.timed_size)).get();
  Case& profiled = *bench.profiled.at(case_key(step, step.profiled_size)).get();
  const std::unique_ptr<Case> shown = bench.problem.shown_case(step);
  std::vector<CaseLayout> layouts = {photograph.layout(), profiled.layout()};
  if (shown) layouts.push_back(shown->layout());
  for (const auto& each : cases) layouts.push_back(each->layout());
  GpuWorkers workers(sandbox_, build.executable, simt, layouts, options_.limits);
  const GpuSubject subject = subject_of(workers);
  gpu::PlayOptions with_counters, with_all;
  with_counters.counters = with_all.counters = with_all.checkers = true;
  const GpuOutcome outcome = run_gpu_cases(subject, cases, with_all, progress);
  result.output = sanitize(workers.output() + outcome.output);
  if (outcome.judged.verdict.kind != VerdictKind::ok)
    return fail_in_case(result, outcome.judged, cases.size());

  // All cases on the GPU, where there is one, before the photograph is counted.
  const std::shared_ptr<RealGpu> gpu = bench.real_gpu.valid() ? bench.real_gpu.get() : nullptr;
  std::optional<Timed> measured;
  Case* measured_case = nullptr;
  std::string note;
  if (gpu && (options_.device == "cuda" || gpu->state.is_there)) note = gpu->state.why_not;
  if (gpu && gpu->state.why_not.empty()) try {
      // Made when the first step is measured.
      const bool is_larger = step.gpu_size != step.timed_size;
      auto& larger = bench.on_gpu[case_key(step, step.gpu_size)];
      if (is_larger && larger == nullptr)
        larger = bench.problem.timed_case(lab, step, step.gpu_size, course_.root);
      measured_case = is_larger ? larger.get() : &photograph;
      measured = measure(subject_of, step, *gpu, build, *measured_case, cases, bench, progress);
      if (measured->outcome.verdict.kind != VerdictKind::ok)
        return fail_in_case(result, measured->outcome, cases.size());
    } catch (const GpuUnusable& error) {
      note = error.what();
    }
  progress(photograph.name());
  const std::filesystem::path picture =
      options_.grades / lab.name / fmt::format("step{}-result.png", step.number);
  std::error_code no_folder;  // then there is no picture
  std::filesystem::create_directories(picture.parent_path(), no_folder);
  const GpuRun whole = run_gpu_case(subject, photograph, with_counters,
                                    shown ? std::nullopt : std::optional(picture));
  if (whole.judged.verdict.kind != VerdictKind::ok) return fail_in_case(result, whole.judged, 1);
  progress(profiled.name());
  const GpuRun counted = run_gpu_case(subject, profiled, with_counters);
  if (counted.judged.verdict.kind != VerdictKind::ok)
    return fail_in_case(result, counted.judged, 1);

  if (counted.report.elapsed && !counted.report.elapsed->activities.empty())
    result.timeline =
        draw(*counted.report.elapsed,
             options_.grades / lab.name / fmt::format("step{}-timeline.svg", step.number));
  result.showing = whole.showing;
  if (shown) {
    progress(shown->name());
    const GpuRun run = run_gpu_case(subject, *shown, {}, picture);
    if (run.judged.verdict.kind != VerdictKind::ok) return fail_in_case(result, run.judged, 1);
    result.showing = run.showing;
  }
  if (!result.showing.picture.empty())
    result.showing.picture = std::filesystem::path(result.showing.picture)
                                 .lexically_proximate(std::filesystem::current_path());
  pass_cases(result, step, cases.size(), bench.problem.timed_input());
  const gpu::PlayReport* before =
      step.speed ? &baseline_report(step, simt, profiled, bench) : nullptr;
  const std::string baseline =
      step.speed
          ? short_name(fmt::format("{}/{}", step.speed->baseline_lab, step.speed->baseline_step))
          : "";
  for (const CounterGate& asked : step.hardware) {
    const gpu::Counter& counter = *gpu::find_counter(asked.counter);
    const auto read = [&](const gpu::PlayReport& report, const Case& the_case) {
      return CounterReading{counter.value(work_of(report), the_case.outputs()), the_case.name(),
                            heaviest_line(report, counter)};
    };
    CounterReading reading = read(counted.report, profiled);
    // A launch function can tell one size from another: others have to be as they are asked for
    // too. The profiled one goes first, as the value before is its.
    std::vector<CounterReading> others = {read(whole.report, photograph)};
    if (counter.in_every_case && std::isfinite(asked.at_most))
      others.push_back(outcome.worst.at(asked.counter));
    for (const CounterReading& other : others)
      if (meets(reading, asked) && !meets(other, asked)) reading = other;
    std::optional<double> value_before;
    if (before != nullptr) value_before = read(*before, profiled).value;
    score_counter(result, asked, reading, profiled.name(), value_before, baseline, subject);
  }

  if (!profiled.wants_kernels()) return;  // nothing that takes time
  Timing origin;
  if (measured) {
    origin.gpu = gpu->state.name;
    return score_speed(result, step, *measured_case, measured->pairs, options_.speed_rule, origin);
  }
  origin.modelled = counted.report.gpu;
  origin.note = note;
  const double before_s = before != nullptr ? seconds_of(*before) : 0;
  score_speed(result, step, profiled, {{before_s, seconds_of(counted.report)}}, options_.speed_rule,
              origin);
}

}  // namespace warplab
