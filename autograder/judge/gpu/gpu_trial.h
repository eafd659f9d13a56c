// Judges a launch function, with fresh inputs and poison before every execution of its plan, and
// everything checked afterwards. The GPU's counterpart of trial.h.
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
#include "autograder/gpu/execution_report.h"
#include "autograder/gpu/gpu.h"
#include "autograder/gpu/work.h"
#include "autograder/judge/gpu/gpu_workers.h"
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
  SourceLine source_line;         // finds the line of an instruction of the host code
  std::filesystem::path picture;  // where a difference image goes
  Seeds& seeds;                   // for inputs and poison
};

// The worst reading of a counter.
struct CounterReading {
  double value = 0;
  std::string case_name;
  simt::observe::LineProfile line;  // the line that adds most to it; line 0 if none does
  // What each line adds, by file and line; only from read_counter().
  gpu::LineSums lines{};
  std::string remark{};  // Counter::remark of this work; only from read_counter()
};

// Reads a counter over all launches of a report.
CounterReading read_counter(const gpu::Counter& counter, const gpu::ExecutionReport& report,
                            const Case& the_case);

struct GpuOutcome {
  Outcome judged;
  std::map<std::string, CounterReading> worst;  // counters with a limit in every case, by name
  std::string output;                           // what kernels printed
  std::uint64_t dropped_prints = 0;             // calls of printf whose output did not fit
  std::vector<gpu::KernelRun> explained;        // what ran in the case that is explained
};

// A real GPU or its driver failed where simt did not, which is not the student's fault.
struct GpuUnusable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Runs every case twice, with other inputs the second time. The first wrong case is explained; the
// others still run, to count them. Cases that need no checkers run once and without them, and only if those before
// them are right: what checkers find may take long there. On a real GPU, may throw GpuUnusable.
GpuOutcome run_gpu_cases(const GpuSubject& subject, const std::vector<std::unique_ptr<Case>>& cases,
                         const gpu::ExecutionOptions& options, const ProgressLine& progress);

// Checks what the launch function asks for in cases that are too large to be run. Explains the
// first case in which a GPU would refuse a call, or in which nothing is launched; else the verdict
// is ok.
Outcome look_at_plans(const GpuSubject& subject, const std::vector<std::unique_ptr<Case>>& cases,
                      const ProgressLine& progress);

// One run of one case. The report has counters if the options ask for them.
struct GpuRun {
  Outcome judged;
  gpu::ExecutionReport report;
  Showing showing;  // of right outputs, if a picture was asked for
};
// `picture` is the file that Case::show() may write.
GpuRun run_gpu_case(const GpuSubject& subject, Case& the_case, const gpu::ExecutionOptions& options,
                    const std::optional<std::filesystem::path>& picture = std::nullopt);

// Times the case on a real GPU, in turn with the baseline's workers; in each round both get the
// same fresh inputs. The first round is a warm-up, which is checked like any other but not timed.
// Without a baseline the pairs have the submission's time only. Throws GpuUnusable, and GraderError
// if the baseline is wrong.
Timed time_on_gpu(const GpuSubject& subject, PlanRunner* baseline, Case& the_case,
                  const TimingPlan& plan, const ProgressLine& progress);

// The time of all kernels of a plan and of its copies on the device. If the launch function copies
// images from and to the host, the time of the whole plan from begin to end.
double seconds_of(const gpu::ExecutionReport& report);

}  // namespace warplab
