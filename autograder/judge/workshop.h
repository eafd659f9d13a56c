// Where submissions are built and run: the course, the jail, and the compiler inside it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "autograder/build/builder.h"
#include "autograder/course/lab.h"
#include "autograder/judge/timing.h"
#include "autograder/report/device.h"
#include "autograder/report/observer.h"
#include "autograder/sandbox/sandbox.h"

namespace warplab {

struct GraderOptions {
  SandboxKind sandbox = SandboxKind::bubblewrap;
  Defences defences;                     // all on, but in tests
  std::filesystem::path worker_objects;  // build/lib: worker_<family>.o
  std::filesystem::path grades;          // build/grades: difference images go to <lab>/
  std::filesystem::path build_store;     // what compilers made (BuildStore); empty: is not kept
  Limits build_limits = compile_limits();
  Backend backend = Backend::automatic;  // of GPU labs
  Frontend frontend = Frontend::automatic;
  std::optional<Limits> limits;  // of a worker's run; run_limits() of the lab if absent
  double timing_budget_s = 2;    // of measured time per step, unless the interval stays open
  SpeedRule speed_rule = SpeedRule::unless_noisy;
  std::shared_ptr<Observer> observer = std::make_shared<Observer>();
};

// What is handed in for one step.
struct Submission {
  const Step& step;
  std::filesystem::path source;
  std::filesystem::path folder = {};  // that was handed in; empty: the source's own (read_source())
};

struct Workshop {
  // Takes a slot and probes the sandbox. Throws GraderError if it cannot run here.
  Workshop(const Course& course, GraderOptions options);
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  // A file of pictures or traces of a step: build/grades/<lab>/step2-difference.png.
  std::filesystem::path picture(const Lab& lab, const Step& step, const std::string& what) const;

  const Course& course;
  GraderOptions options;
  Sandbox sandbox;
  Builder builder;
};

// How many threads a lab's CPU steps may use: what the lab says, else as many as there are cores,
// but two at least, which share a single core and are timed as if each had one.
int threads_of(const Lab& lab);

}  // namespace warplab
