// The time and the counters on simt of the solution that a GPU step is compared with. A student kit
// has these figures instead of the solution, as any program made from it would show its PTX.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>

#include "autograder/build/builder.h"
#include "autograder/course/lab.h"
#include "autograder/judge/gpu/gpu_workers.h"
#include "autograder/judge/seeds.h"
#include "autograder/problems/problem.h"
#include "autograder/sandbox/process.h"
#include "autograder/sandbox/sandbox.h"

namespace warplab {

struct GpuBaseline {
  double seconds = 0;                      // modelled
  std::map<std::string, double> counters;  // of the step's gates, by name
};

// A solution whose result is not right; what() says the verdict.
struct WrongBaseline : GraderError {
  using GraderError::GraderError;
};

// Executes `solution` with the profiled case of the lab's step, generated from `seeds`; `samples` are as
// for DeviceWorker. Throws WrongBaseline if the result is wrong.
GpuBaseline execute_baseline(const Sandbox& sandbox, const DeviceProgram& simt,
                             const Build& solution, const Problem& problem, const Lab& lab,
                             const Step& step, Case& profiled, Seeds seeds, Seeds samples);

// By the compiler of the solution, "clang" or "nvcc": submissions are compared with their own
// compiler's code.
using GpuBaselines = std::map<std::string, GpuBaseline>;

// Writes them as JSON, with the commit, the solution and the size they hold for. Throws FileError.
void write_baselines(const std::filesystem::path& file, const Step& step,
                     const GpuBaselines& baselines);
// Reads the figures of `compiler`. Throws GraderError if the file is missing or damaged, has none
// of that compiler, or holds for another commit, solution or size.
GpuBaseline read_baseline(const std::filesystem::path& file, const Step& step,
                          const std::string& compiler);

}  // namespace warplab
