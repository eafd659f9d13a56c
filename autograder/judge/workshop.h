// What building and running submissions takes: the course, the jail, and the compiler inside it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "autograder/build/builder.h"
#include "autograder/course/lab.h"
#include "autograder/judge/timing.h"
#include "autograder/report/device.h"
#include "autograder/report/observer.h"
#include "autograder/sandbox/kind.h"
#include "autograder/sandbox/sandbox.h"

namespace warplab {

struct GraderOptions {
  SandboxKind sandbox = SandboxKind::bubblewrap;
  Defences defences;                     // all on, but in tests
  std::filesystem::path worker_objects;  // build/lib: worker_<family>.o
  std::filesystem::path grades;          // build/grades: difference images go to <lab>/
  std::filesystem::path build_store;     // for compiled objects (BuildStore); empty: none are kept
  Limits build_limits = compile_limits();
  Backend backend = Backend::automatic;  // of GPU labs
  Frontend frontend = Frontend::automatic;
  unsigned simt_threads = 0;     // that run blocks of a kernel; 0: one per core
  std::optional<Limits> limits;  // of a worker's run; limits_of() the lab if absent
  double timing_budget_s = 2;    // for measuring a step, unless its points remain uncertain
  SpeedRule speed_rule = SpeedRule::unless_noisy;
  // If set, called when only measurements on the CPU are left to do for a lab. The memory that they need is
  // allocated only after it returns.
  std::function<void()> before_measuring;
  std::shared_ptr<Observer> observer = std::make_shared<Observer>();
};

// A submission to one step.
struct Submission {
  const Step& step;
  std::filesystem::path source;
  std::filesystem::path folder = {};  // handed in; empty: that of the source (read_source())
};

struct Workshop {
  // Takes a slot and tests the sandbox. Throws GraderError if it cannot run here.
  Workshop(const Course& course, GraderOptions options);
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  // The path of a step's picture or trace: build/grades/<lab>/step2-difference.png.
  std::filesystem::path picture(const Lab& lab, const Step& step, const std::string& what) const;

  const Course& course;
  GraderOptions options;
  Sandbox sandbox;
  Builder builder;
};

// How many threads a lab's CPU steps may use: the lab's number, else the number of cores, but at
// least two. These share a single core, and are timed as if each had its own.
int threads_of(const Lab& lab);

// Of a submission to the lab with so many threads: those in its lab.json, else the usual ones.
Limits limits_of(const Lab& lab, int threads);

}  // namespace warplab
