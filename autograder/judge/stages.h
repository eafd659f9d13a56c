// The stages that a submission goes through after its build, whatever device its step is for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/judge/baselines.h"
#include "autograder/judge/scorecard.h"
#include "autograder/judge/seeds.h"
#include "autograder/judge/workshop.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"

namespace warplab {

// What all submissions to steps of a lab for one kind of device share.
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

  // The random numbers of one stage: those of another do not hang on how many it takes.
  Seeds seeds(std::string_view stage) const;
  // What to say of progress in this step.
  void doing(const std::string& what) const;
  // "convolution.cu:31" for an instruction of the host code; empty where it is not known.
  std::string source_line(std::uint64_t offset) const;
  std::filesystem::path picture(const std::string& what) const;
};

// One stage: takes what the stages before it found, scores, and says whether the step goes on.
struct StageRun {
  Stage stage;
  std::function<bool()> run;
};

// Grades steps for one kind of device, and keeps what its steps share: cpu_stages.h, gpu_stages.h.
class StepGrader {
 public:
  virtual ~StepGrader() = default;
  // Begins to make what a submission's cases need, in the background. `source` is its text.
  virtual void prepare(const Step& step, const std::string& source) = 0;
  // The stages of a submission, in order. `built` and `card` have to outlive them.
  virtual std::vector<StageRun> stages(const BuiltStep& built, Scorecard& card) = 0;
  // Waits for processes that it has started in the background.
  virtual void wait() const {}
};

std::unique_ptr<StepGrader> cpu_grader(const LabBench& bench);
std::unique_ptr<StepGrader> gpu_grader(const LabBench& bench);

// Notes in the card and tells the observer that a stage has ended.
void note_stage(const StageTime& stage, const Workshop& workshop, const Lab& lab, Scorecard& card);

// Runs stages until one says that the step ends, and notes each.
void run_stages(const std::vector<StageRun>& stages, const Workshop& workshop, const Lab& lab,
                Scorecard& card);

}  // namespace warplab
