// The program that questions are about, and others made from it by a change: built and run in the sandbox, on simt.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/gpu/access_log.h"
#include "autograder/gpu/execution_report.h"
#include "autograder/judge/gpu/gpu_workers.h"
#include "autograder/judge/seeds.h"
#include "autograder/judge/workshop.h"
#include "autograder/problems/problem.h"

namespace warplab {

// What is wanted of a run: what checkers find, or counters and a log of accesses, too.
enum class Observed { findings, accesses };

// A run of a launch function on one input.
struct ObservedRun {
  std::string case_name;  // "40x24, bright specks, random filter"
  CaseLayout layout;
  bool is_right = false;  // the result is, and no checker found anything
  gpu::ExecutionReport report;

  // Empty and cut if it was not asked for.
  const gpu::AccessLog& log() const { return *report.accesses; }
};

// What programs are built from and run on. All of it outlives them.
struct AskedStep {
  const Workshop& workshop;
  const DeviceProgram& device;
  const Lab& lab;
  const Step& step;
  const Problem& problem;
  Seed seed;  // of inputs
};

class AskedProgram {
 public:
  // Builds `text`, the step's file. Nothing if it does not compile. `tag` names the build's folders, unique in the
  // workshop; `sizes` are all that it may be run for.
  static std::optional<AskedProgram> build(const AskedStep& asked, const std::string& tag,
                                           const std::string& text, std::vector<Size> sizes);

  // Runs the first of the step's small cases of that size. Nothing if a worker fails, which says little about the
  // kernels.
  std::optional<ObservedRun> run(const Size& size, Observed observed);

 private:
  AskedProgram(const AskedStep& asked, std::filesystem::path executable, std::vector<Size> sizes);

  AskedStep asked_;
  std::filesystem::path executable_;
  std::vector<Size> sizes_;
  Seeds seeds_;
  std::unique_ptr<GpuWorkers> workers_;  // made for the first run, and again after one has failed
};

}  // namespace warplab
