// warplab watch: grades a lab on each save.
#pragma once

#include <optional>
#include <string>

#include "autograder/commands/context.h"

namespace warplab {

// Grades all steps of a lab in labs/, or the one that is named, once, then on each save the steps that it is about, and says
// what that has changed. Each run is a process of its own, which writes what `grade` writes. On a
// terminal each run clears the screen, and keys are read: h shows the next hint, a grades all
// steps, q ends it.
//
// Returns 0 after q, or once the terminal is gone. SIGINT, SIGTERM and SIGHUP end it as well, as
// they would have without this: when the run that goes on has ended and cleaned up after itself,
// and the terminal is as it was.
// SIGTSTP stops it, after the terminal is as it was; a run goes on meanwhile.
// To be called in a process without other threads. Throws CourseError for an unknown lab or step,
// GraderError where no run can be started.
int watch_command(const Context& context, const std::string& lab, std::optional<int> step);

}  // namespace warplab
