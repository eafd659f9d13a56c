// What a grading run tells while it goes on. Terminal, JSON, history and progress are listeners.
#pragma once

#include <string>

#include "autograder/report/result.h"

namespace warplab {

// Every function is called on the thread that grades, and does nothing unless a listener wants it.
class Observer {
 public:
  virtual ~Observer() = default;

  // What is being done now: "lab1-convolution-c: building".
  virtual void doing(const std::string& /*what*/) {}
  // The same in a step: "case 3 of 22: 33x17". Unless overridden, it is told as the others are, after lab and step.
  virtual void doing_in_step(const std::string& lab, int step, const std::string& what);
  // A stage of a step has ended; `verdict` is not OK where the step failed in it.
  virtual void stage_done(const std::string& /*lab*/, int /*step*/, const StageTime& /*stage*/,
                          const Verdict& /*verdict*/) {}
  // The last lab of `so_far` is graded, after `seconds`.
  virtual void lab_done(const Result& /*so_far*/, double /*seconds*/) {}
  // Everything is graded, or `result.error` says what ended the run.
  virtual void run_done(const Result& /*result*/) {}
};

}  // namespace warplab
