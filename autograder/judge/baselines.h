// The reference solutions that submissions are compared with. Each is built once, in the
// background, and its object is kept like a submission's (BuildStore). The objects and figures in
// baselines/ of a student kit are not such a store: they are all that a kit has of the solutions.
#pragma once

#include <future>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "autograder/build/builder.h"
#include "autograder/course/lab.h"
#include "autograder/judge/workshop.h"

namespace warplab {

// Whether the content of an object file is machine code of another processor than this program's.
bool is_for_another_processor(std::string_view object);

class Baselines {
 public:
  explicit Baselines(const Workshop& workshop) : workshop_(workshop) {}

  // Starts to build the solution that the gate compares with, unless that was done already. A
  // student kit has no program for steps on the GPU.
  void start(const SpeedGate& gate);
  bool has(const SpeedGate& gate) const;
  // Takes the build of a solution that is being graded as the baseline of other steps.
  void use(const Lab& lab, const Step& step, std::shared_future<Build> build);
  // Waits for the build that start() began. Throws GraderError if the solution does not build.
  const Build& get(const SpeedGate& gate) const;
  // Waits for all builds, as a running compiler disturbs measurements.
  void wait() const;

 private:
  const Workshop& workshop_;
  std::map<std::pair<std::string, int>, std::shared_future<Build>> builds_;  // by lab and step
};

}  // namespace warplab
