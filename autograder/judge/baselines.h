// The reference solutions that submissions are compared with: each is built once, in the
// background. What its compiler made is kept like a submission's (BuildStore); the objects and
// figures in baselines/ of a student kit are no such store: they are all that it has of solutions.
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

}  // namespace warplab
