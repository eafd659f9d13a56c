// The stages of a submission after its build, for any device.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/judge/baselines.h"
#include "autograder/judge/scorecard.h"
#include "autograder/judge/seeds.h"
#include "autograder/judge/workshop.h"
#include "autograder/problems/problem.h"
#include "autograder/report/place.h"
#include "autograder/report/result.h"

namespace warplab {

// Shared by all submissions to a lab's steps for one kind of device.
struct LabBench {
  const Workshop& workshop;
  const Lab& lab;
  const Problem& problem;
  Baselines baselines;
  Seed seed = Seed::fresh();  // of this grading
};

// A submission that has been built.
struct BuiltStep {
  const LabBench& bench;
  const Step& step;
  std::string source;  // its text
  Build build;
  int run = 1;  // of those that it takes: after the first, we stood still in the one before

  // The random numbers of one stage. How many it draws does not affect other stages.
  Seeds seeds(std::string_view stage) const;
  // Reports progress in this step.
  void doing(const std::string& what) const;
  // Of an instruction of the host code; nothing if unknown.
  std::optional<SourcePlace> source_line(std::uint64_t offset) const;
  std::filesystem::path picture(const std::string& what) const;
};

// One stage: uses the results of the stages before it, scores, and returns whether the step goes
// on.
struct StageRun {
  Stage stage;
  std::function<bool()> run;
  bool is_on_the_clock = false;  // nothing else may run meanwhile
};

// Grades steps for one kind of device, and holds what they share: cpu_stages.cpp and
// gpu/gpu_stages.cpp.
class StepGrader {
 public:
  virtual ~StepGrader() = default;
  // Starts to prepare what a submission's cases need, in the background. `source` is its text.
  virtual void prepare(const Step& step, const std::string& source) = 0;
  // The stages of a submission, in order. `built` and `card` must outlive them.
  virtual std::vector<StageRun> stages(const BuiltStep& built, Scorecard& card) = 0;
  // Waits for the processes started in the background.
  virtual void wait() const {}
  // Waits for all that was started there.
  virtual void be_ready() const { wait(); }
};

std::unique_ptr<StepGrader> cpu_grader(const LabBench& bench);
std::unique_ptr<StepGrader> gpu_grader(const LabBench& bench);

// Records in the card that a stage has ended, and tells the observer.
void note_stage(const StageTime& stage, const Workshop& workshop, const Lab& lab, Scorecard& card);

// Runs stages until one says that the step ends, and notes each. Returns whether the step goes on.
bool run_stages(const std::vector<StageRun>& stages, const Workshop& workshop, const Lab& lab,
                Scorecard& card);

}  // namespace warplab
