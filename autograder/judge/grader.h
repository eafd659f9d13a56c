// Grades one step: builds, runs every case, judges, times against the baseline, scores.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "autograder/build/builder.h"
#include "autograder/course/lab.h"
#include "autograder/judge/gpu_trial.h"
#include "autograder/judge/sweep.h"
#include "autograder/judge/timing.h"
#include "autograder/report/result.h"
#include "autograder/sandbox/sandbox.h"

namespace warplab {

struct RealGpu;

struct GraderOptions {
  SandboxKind sandbox = SandboxKind::bubblewrap;
  Defences defences;                     // all on, but in tests
  std::filesystem::path worker_objects;  // build/lib: worker_<family>.o
  std::filesystem::path grades;          // build/grades: difference images go to <lab>/
  Limits build_limits = compile_limits();
  std::string device = "auto";   // what GPU labs run on: "auto", "simt" or "cuda"
  std::optional<Limits> limits;  // of a worker's run; run_limits() of the lab if absent
  double timing_budget_s = 2;    // of measured time a step, unless the interval stays open
  SpeedRule speed_rule = SpeedRule::measured;
  std::function<void(const std::string&)> progress = [](const std::string&) {};
};

// What is handed in for one step.
struct Submission {
  const Step& step;
  std::filesystem::path source;
};

class Grader {
 public:
  // Takes a slot and probes the sandbox. Throws GraderError if it cannot run here.
  Grader(const Course& course, GraderOptions options);

  // Grades submissions to steps of one lab, in their order. All of them are built before the first
  // one runs, so that no compiler disturbs a measurement. Never throws for anything that a
  // submission does; a failure of ours becomes the verdict GRADER_ERROR.
  std::vector<StepResult> grade(const Lab& lab, const std::vector<Submission>& submissions) const;
  StepResult grade(const Lab& lab, const Step& step, const std::filesystem::path& source) const;

  // Runs a step's program over its parameter and says where, "simt, modelled as H200". Throws
  // CourseError where it does not build or run, or where an image takes more memory than there is.
  std::vector<SweepRow> sweep(const Lab& lab, const Submission& submission,
                              const SweepRequest& request, std::string& gpu) const;

  // Compiles a reference solution to the object that a student kit carries.
  void export_baseline(const Lab& lab, const Step& step, const std::filesystem::path& object) const;

 private:
  struct Bench;  // what the submissions of one call share
  std::vector<StepResult> grade_on(const std::string& device, const Lab& lab,
                                   const std::vector<Submission>& submissions) const;
  void prepare_cases(Bench& bench, const Lab& lab, const Step& step) const;
  Build build_once(const std::string& tag, const Lab& lab, const Step& step,
                   const Problem& problem) const;
  Build build_baseline(const Lab& lab, const Step& step) const;
  void run(StepResult& result, const Lab& lab, const Step& step, const Build& build,
           Bench& bench) const;
  const gpu::PlayReport& baseline_report(const Step& step, const DeviceProgram& device,
                                         Case& profiled, Bench& bench) const;
  using SubjectOf = std::function<GpuSubject(GpuWorkers&)>;
  Timed measure(const SubjectOf& subject_of, const Step& step, const RealGpu& gpu,
                const Build& build, Case& photograph,
                const std::vector<std::unique_ptr<Case>>& cases, Bench& bench,
                const std::function<void(const std::string&)>& progress) const;
  void run_gpu(StepResult& result, const Lab& lab, const Step& step, const Build& build,
               const std::string& source, Bench& bench) const;

  const Course& course_;
  GraderOptions options_;
  Sandbox sandbox_;
  Builder builder_;
};

}  // namespace warplab
