// Judges a launch function: fresh inputs and poison before every play of its plan, everything
// checked after it. The GPU's counterpart of trial.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/gpu/counters.h"
#include "autograder/gpu/gpu.h"
#include "autograder/gpu/play_report.h"
#include "autograder/gpu/work.h"
#include "autograder/judge/gpu_diagnosis.h"
#include "autograder/judge/gpu_workers.h"
#include "autograder/judge/seeds.h"
#include "autograder/judge/timing.h"
#include "autograder/judge/trial.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"
#include "simt/observe/profile.h"

namespace warplab {

struct GpuSubject {
  PlanRunner& workers;
  const Problem& problem;
  SourceLine source_line;         // of an instruction of the host code
  std::filesystem::path picture;  // where a difference image goes
  Seeds& seeds;                   // of inputs and poison
};

// A counter where it was worst.
struct CounterReading {
  double value = 0;
  std::string case_name;
  simt::observe::LineProfile line;  // that adds most to it; line 0 where none does
  // What each adds, by file and line; of read_counter() alone.
  gpu::LineSums lines{};
};

// Of all launches of a report.
CounterReading read_counter(const gpu::Counter& counter, const gpu::PlayReport& report,
                            const Case& the_case);

struct GpuOutcome {
  Outcome judged;
  std::map<std::string, CounterReading> worst;  // by name, of those that must hold in every case
  std::string output;                           // of printf in kernels
  std::uint64_t dropped_prints = 0;             // calls of it whose output did not fit
};

// A real GPU, or its driver, that cannot do what simt could: not the student's fault.
struct GpuUnusable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Runs every case twice, with other inputs the second time. A wrong case is explained (the first),
// and the others still run, to be counted. On a real GPU, throws GpuUnusable.
GpuOutcome run_gpu_cases(const GpuSubject& subject, const std::vector<std::unique_ptr<Case>>& cases,
                         const gpu::PlayOptions& options, const ProgressLine& progress);

// Looks at what the launch function asks for in cases that are too large to be run. The first in
// which a GPU would refuse it, or in which nothing is launched, is explained; else the verdict is
// ok.
Outcome look_at_plans(const GpuSubject& subject, const std::vector<std::unique_ptr<Case>>& cases,
                      const ProgressLine& progress);

// Runs one case once; with counters, its report has them.
struct GpuRun {
  Outcome judged;
  gpu::PlayReport report;
  Showing showing;  // of outputs that are right, where a picture was asked for
};
// `picture` is where Case::show() may put one.
GpuRun run_gpu_case(const GpuSubject& subject, Case& the_case, const gpu::PlayOptions& options,
                    const std::optional<std::filesystem::path>& picture = std::nullopt);

// The case on a real GPU, interleaved with the baseline's workers, each time on fresh inputs that
// both get. The first round is warm-up: checked like any other, and not timed. Without a baseline
// the pairs hold the submission's time alone. Throws GpuUnusable, and GraderError where the
// baseline is wrong.
Timed time_on_gpu(const GpuSubject& subject, PlanRunner* baseline, Case& the_case,
                  const TimingPlan& plan, const ProgressLine& progress);

// Of all kernels of a plan and of its copies on the device; where the launch function copies images
// from and to the host, of all it does, from its begin to its end.
double seconds_of(const gpu::PlayReport& report);

}  // namespace warplab
