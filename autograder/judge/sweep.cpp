#include "autograder/judge/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

#include "autograder/judge/grading.h"
#include "autograder/judge/random.h"
#include "autograder/report/files.h"

namespace warplab {
namespace {

std::vector<double> without_extremes(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  if (values.size() < 3) return values;
  return {values.begin() + 1, values.end() - 1};
}

// MemAvailable of /proc/meminfo; everything where it is not known.
double available_bytes() {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  for (double kibibytes = 0; file >> name >> kibibytes; std::getline(file, unit))
    if (name == "MemAvailable:") return kibibytes * 1024;
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

std::vector<SweepRow> Grader::sweep(const Lab& lab, const Submission& submission,
                                    const SweepRequest& request, std::string& gpu) const {
  const Problem& problem = *find_problem(lab.problem, submission.step.device);
  // All that can be known to be too large is, before anything is allocated.
  const auto points = problem.sweep(request.size, request.device_bytes);
  for (const auto& [value, the_case] : points) require_memory(*the_case);

  options_.progress(fmt::format("{}: building", lab.name));
  const Build build = builder_.from_source(
      "sweep", submission.step.file, read_file(submission.source), lab, submission.step, problem);
  if (build.verdict.kind != VerdictKind::ok)
    throw CourseError(fmt::format("{} does not build: {}\n{}", submission.source.string(),
                                  verdict_text(build.verdict), build.compiler));
  std::optional<DeviceProgram> device;
  if (options_.device != "simt") {
    device.emplace(sandbox_, options_.worker_objects, "gpu_cuda", nvidia_device_files());
    const GpuState state = look_at_gpu(sandbox_, *device);
    if (!state.why_not.empty()) {
      if (options_.device == "cuda") throw CourseError("DEVICE=cuda: " + state.why_not);
      device.reset();
    }
  }
  if (!device) device.emplace(sandbox_, options_.worker_objects, "gpu_simt");

  std::vector<SweepRow> rows;
  for (const auto& [value, the_case] : points) {
    Limits limits = run_limits(1);
    limits.wall_s = limits.session_wall_s = 3600;
    limits.cpu_s = limits.session_cpu_s = 3600 * 64;
    limits.memory_bytes =
        std::max(limits.memory_bytes, static_cast<std::uint64_t>(8 * the_case->compulsory_bytes()));
    GpuWorkers workers(sandbox_, build.executable, *device, {the_case->layout()}, limits);
    gpu::PlayOptions options;
    options.counters = options.time = options.trace = true;
    the_case->generate(random_seed());
    SweepRow row;
    row.value = value;
    std::vector<double> kernels, transfers, totals;
    for (int run = 0; run < request.runs; ++run) {
      options_.progress(fmt::format("{}: run {} of {}", the_case->name(), run + 1, request.runs));
      const auto played = workers.play(*the_case, options, random_poison());
      if (!played)
        throw CourseError(fmt::format("{}: {}", the_case->name(),
                                      verdict_text(workers.failed_session().verdict())));
      const gpu::PlayReport& report = played->report;
      if (!report.error.empty())
        throw CourseError(fmt::format("{}: {} {}", the_case->name(), report.error, report.reason));
      if (run == 0) {
        const Check check = the_case->check(played->outputs);
        if (!check.ok)
          throw CourseError(fmt::format("{}: {} of {} values are wrong: grade it first",
                                        the_case->name(), check.wrong, check.total));
        row.largest_error = check.largest_error;
        gpu = device->is_for_real_gpu() ? report.gpu : "simt, modelled as " + report.gpu;
      }
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
    rows.push_back(row);
  }
  return rows;
}

}  // namespace warplab
