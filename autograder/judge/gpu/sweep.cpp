#include "autograder/judge/gpu/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "autograder/build/intake.h"
#include "autograder/judge/gpu/gpu_trial.h"
#include "autograder/judge/seeds.h"
#include "autograder/problems/sweep.h"
#include "autograder/report/machine.h"

namespace warplab {
namespace {

std::vector<double> without_extremes(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  if (values.size() < 3) return values;
  return {values.begin() + 1, values.end() - 1};
}

// Everything where it is not known.
double available_bytes() {
  if (const auto bytes = available_memory()) return static_cast<double>(*bytes);
  return INFINITY;
}

// Judge, shared memory and worker have an image each, and the oracle two.
void require_memory(const Case& the_case) {
  const double needed = 4 * the_case.compulsory_bytes(), had = available_bytes();
  if (needed > had)
    throw CourseError(
        fmt::format("{} needs {:.1f} GiB of the host's memory, and {:.1f} GiB are free",
                    the_case.name(), needed / (1 << 30), had / (1 << 30)));
}

}  // namespace

double trimmed_mean(std::vector<double> values) {
  const std::vector<double> kept = without_extremes(std::move(values));
  return kept.empty()
             ? 0
             : std::accumulate(kept.begin(), kept.end(), 0.0) / static_cast<double>(kept.size());
}

double trimmed_deviation(std::vector<double> values) {
  const std::vector<double> kept = without_extremes(std::move(values));
  if (kept.size() < 2) return 0;
  const double mean =
      std::accumulate(kept.begin(), kept.end(), 0.0) / static_cast<double>(kept.size());
  double squares = 0;
  for (const double value : kept) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(kept.size() - 1));
}

namespace {

Build build_program(const Workshop& workshop, const Lab& lab, const Submission& submission,
                    const Problem& problem) {
  workshop.options.observer->doing(fmt::format("{}: building", lab.name));
  Build build = workshop.builder.from_source(
      "sweep", submission.step.file, read_source(submission.source), lab, submission.step, problem);
  if (build.verdict.kind != VerdictKind::ok)
    throw CourseError(fmt::format("{} does not build: {}\n{}", submission.source.string(),
                                  verdict_text(build.verdict), build.compiler));
  return build;
}

// The real GPU where it is wanted and can be used, else simt.
DeviceProgram choose_device(const Workshop& workshop) {
  const auto& [backend, objects] =
      std::tie(workshop.options.backend, workshop.options.worker_objects);
  if (backend != Backend::simt) {
    DeviceProgram real = DeviceProgram::for_real_gpu(workshop.sandbox, objects);
    const GpuState state = look_at_gpu(workshop.sandbox, real);
    if (state.why_not.empty()) return real;
    if (backend == Backend::cuda) throw CourseError("DEVICE=cuda: " + state.why_not);
  }
  return {workshop.sandbox, objects, workshop.options.simt_threads};
}

GpuLimits patient_limits(const Case& the_case) {
  Limits limits = run_limits(1);
  limits.wall_s = limits.session_wall_s = 3600;
  limits.cpu_s = limits.session_cpu_s = 3600 * 64;
  limits.memory_bytes =
      std::max(limits.memory_bytes, static_cast<std::uint64_t>(8 * the_case.compulsory_bytes()));
  return {limits, limits};
}

// Executes the plan once, and reports its outputs and times. Throws CourseError if that failed.
Execution execute_once(GpuWorkers& workers, const Case& the_case, Seeds& seeds) {
  gpu::ExecutionOptions options;
  options.counters = options.time = options.trace = true;
  auto execution = workers.execute(the_case, options, seeds.next_poison());
  if (!execution)
    throw CourseError(
        fmt::format("{}: {}", the_case.name(), verdict_text(workers.death().verdict)));
  const gpu::ExecutionReport& report = execution->report;
  if (report.failed())
    throw CourseError(
        fmt::format("{}: {} {}", the_case.name(), name_of(report.error), report.reason));
  return std::move(*execution);
}

double error_of(const Execution& execution, const Case& the_case) {
  const Check check = the_case.check(execution.outputs);
  if (!check.ok)
    throw CourseError(fmt::format("{}: {} of {} values are wrong: grade it first", the_case.name(),
                                  check.wrong, check.total));
  return check.largest_error;
}

SweepRow measure(const Workshop& workshop, GpuWorkers& workers, Case& the_case, int runs,
                 std::string& gpu) {
  Seeds seeds(Seed::fresh(), "sweep");
  the_case.generate(seeds.next());
  SweepRow row;
  std::vector<double> kernels, transfers, totals;
  for (int run = 0; run < runs; ++run) {
    workshop.options.observer->doing(
        fmt::format("{}: run {} of {}", the_case.name(), run + 1, runs));
    const Execution execution = execute_once(workers, the_case, seeds);
    if (run == 0) row.largest_error = error_of(execution, the_case);
    const gpu::ExecutionReport& report = execution.report;
    gpu = workers.is_on_real_gpu() ? report.gpu : "simt, modelled as " + report.gpu;
    double kernels_s = 0;
    for (const gpu::KernelRun& kernel : report.runs) kernels_s += kernel.seconds;
    kernels.push_back(report.elapsed ? report.elapsed->kernels_s : kernels_s);
    transfers.push_back(report.elapsed ? report.elapsed->in_s + report.elapsed->out_s
                                       : report.copy_seconds);
    totals.push_back(seconds_of(report));
  }
  row.kernels_s = trimmed_mean(kernels);
  row.transfers_s = trimmed_mean(transfers);
  row.total_s = trimmed_mean(totals);
  row.deviation_s = trimmed_deviation(totals);
  return row;
}

}  // namespace

std::vector<SweepRow> sweep(const Workshop& workshop, const Lab& lab, const Submission& submission,
                            const SweepRequest& request, std::string& gpu) {
  const Problem& problem = *find_problem(lab.problem, submission.step.device);
  // All that can be known to be too large is, before anything is allocated.
  const auto points = problem.sweep()->points(request.size, request.device_bytes);
  for (const auto& [value, the_case] : points) require_memory(*the_case);
  const Build build = build_program(workshop, lab, submission, problem);
  const DeviceProgram device = choose_device(workshop);
  std::vector<SweepRow> rows;
  for (const auto& [value, the_case] : points) {
    GpuWorkers workers(workshop.sandbox, build.executable, device, {the_case->layout()},
                       patient_limits(*the_case), {Seed::fresh(), "caches"});
    rows.push_back(measure(workshop, workers, *the_case, request.runs, gpu));
    rows.back().value = value;
  }
  return rows;
}

}  // namespace warplab
