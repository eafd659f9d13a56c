// What the solution that a GPU step is compared with needs on simt. A student kit has these figures
// instead of the solution, because any program of it would show its PTX.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "autograder/build/builder.h"
#include "autograder/course/lab.h"
#include "autograder/judge/gpu_workers.h"
#include "autograder/judge/seeds.h"
#include "autograder/problems/problem.h"
#include "autograder/sandbox/sandbox.h"

namespace warplab {

struct GpuBaseline {
  double seconds = 0;                      // modelled
  std::map<std::string, double> counters;  // those that the step asks for, by name
};

// Plays `solution` with the step's profiled case, which is generated anew by `seeds`; `samples` are
// as for DeviceWorker. Throws GraderError where it is not right.
GpuBaseline play_baseline(const Sandbox& sandbox, const DeviceProgram& simt, const Build& solution,
                          const Problem& problem, const Step& step, Case& profiled, Seeds seeds,
                          Seeds samples);

// By who compiled the solution, "clang" or "nvcc": the code of one is not compared with the other's.
using GpuBaselines = std::map<std::string, GpuBaseline>;

// As JSON, with what they hold for: the commit, the solution, the size. Throws FileError.
void write_baselines(const std::filesystem::path& file, const Step& step,
                     const GpuBaselines& baselines);
// That of `compiler`. Throws GraderError where the file has none of it, is missing, damaged, or holds for
// something else.
GpuBaseline read_baseline(const std::filesystem::path& file, const Step& step,
                          const std::string& compiler);

}  // namespace warplab
