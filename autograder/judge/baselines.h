// The reference solutions that submissions are compared with: each is built once, in the
// background.
#pragma once

#include <future>
#include <map>
#include <string>
#include <utility>

#include "autograder/build/builder.h"
#include "autograder/course/lab.h"
#include "autograder/judge/workshop.h"

namespace warplab {

class Baselines {
 public:
  explicit Baselines(const Workshop& workshop) : workshop_(workshop) {}

  // Begins to build what the gate compares with, unless it is there. A student kit has no program
  // of a step for the GPU.
  void start(const SpeedGate& gate);
  bool has(const SpeedGate& gate) const;
  // A solution that is graded is its own baseline for others.
  void use(const Lab& lab, const Step& step, std::shared_future<Build> build);
  // Waits for what start() began. Throws GraderError if the solution does not build.
  const Build& get(const SpeedGate& gate) const;
  // Waits for all: a compiler that still runs disturbs measurements.
  void wait() const;

 private:
  const Workshop& workshop_;
  std::map<std::pair<std::string, int>, std::shared_future<Build>> builds_;  // by lab and step
};

// Builds a reference solution, or takes the student kit's object where its source is not there. Its
// object is kept in build/baselines/ until something that it is made of is newer. Throws
// GraderError if it does not build.
Build build_baseline(const Workshop& workshop, const Lab& lab, const Step& step);

}  // namespace warplab
