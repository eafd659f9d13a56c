// What the graders of CPU and GPU labs have in common: a step's gates, and what is made for all
// steps of a lab at once.
#pragma once

#include <future>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "autograder/judge/gpu_workers.h"
#include "autograder/judge/grader.h"
#include "autograder/judge/trial.h"

namespace warplab {

// The gates of a step before anything is known: no points, and the reason.
StepResult ungraded(const Step& step);

Gate& gate(StepResult& result, const std::string& name);

// The step fails at this gate, and why.
void fail(StepResult& result, const std::string& gate_name, Verdict verdict, Diagnosis diagnosis);

// How much is wrong: "3.2 % of the values, in 4 of 22 cases".
std::string wrong_summary(const Outcome& outcome, std::size_t cases);

// The step fails in a case: at the gate "correct", or at "checkers" where its results are right.
void fail_in_case(StepResult& result, const Outcome& outcome, std::size_t cases);

// Notes how the build went; false where there is nothing to run.
bool take_build(StepResult& result, const Build& build);

// Full points at the gate "correct", and at "checkers" where there is one.
void pass_cases(StepResult& result, const Step& step, std::size_t cases, const std::string& input);

// Notes the times and, against a baseline, gives points for their ratio by the rule. `origin` says
// where they come from: Timing's modelled, gpu and note.
void score_speed(StepResult& result, const Step& step, const Case& timed_case,
                 const std::vector<Pair>& pairs, SpeedRule rule, Timing origin);

// The timed case of one size, and the shared memory that it is run in. Both are big, so the steps
// of a lab share them; making them touches every page, which takes longer than a run.
struct Arena {
  Arena(std::unique_ptr<Case> the_case, bool seal_inputs)
      : timed_case(std::move(the_case)), buffers({timed_case->layout()}, seal_inputs) {
    timed_case->generate(0);
    const PlacedCase placed = place(timed_case->layout(), false);
    timed_case->write_inputs(buffers.inputs(placed));
    buffers.poison(placed, 0);
  }
  std::unique_ptr<Case> timed_case;
  SharedBuffers buffers;
};

// The machine's GPU, which may not be there.
struct RealGpu {
  DeviceProgram program;
  GpuState state;
};

// What tells the big cases of a lab's steps apart.
using CaseKey = std::tuple<Size, double, std::string>;
inline CaseKey case_key(const Step& step, const Size& size) {
  return {size, step.device_share, step.entries.front()};
}

// Everything here is made in the background while the submissions are built.
struct Grader::Bench {
  const Problem& problem;
  std::map<std::pair<std::string, int>, std::shared_future<Build>> baselines;  // by lab and step
  std::map<Size, std::shared_future<std::shared_ptr<Arena>>> arenas;           // by size
  // Of GPU labs, by size.
  std::map<CaseKey, std::shared_future<std::shared_ptr<Case>>> photographs, profiled;
  std::map<CaseKey, std::shared_ptr<Case>> on_gpu;  // those that are larger there
  std::map<std::pair<std::string, int>, gpu::PlayReport> baseline_reports;  // by lab and step
  std::shared_future<std::shared_ptr<RealGpu>> real_gpu;  // invalid where none is wanted
};

}  // namespace warplab
