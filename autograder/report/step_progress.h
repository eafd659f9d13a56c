// What is being done in a step, beside what is known of it: "lab1 step 1: right so far, 3840x2160".
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "autograder/report/result.h"

namespace warplab {

class StepProgress {
 public:
  // The line for what an Observer is told is being done in a step.
  std::string doing(const std::string& lab, int step, const std::string& what) const;
  // The line for the end of a stage: what is wrong, or that it is right so far; empty where the end
  // says neither.
  std::string stage_done(const std::string& lab, int step, const StageTime& stage,
                         const Verdict& verdict);

 private:
  std::optional<std::pair<std::string, int>>
      right_;  // the lab and the step whose small cases are right
};

}  // namespace warplab
