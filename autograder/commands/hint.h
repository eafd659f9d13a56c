// warplab hint: the next hint of a lab.
#pragma once

#include <optional>
#include <string>

#include "autograder/commands/context.h"

namespace warplab {

// Prints the next hint of a lab, or of one of its steps; which ones were shown is kept in
// build/grades/<lab>/. After the last one it begins again. `next` says how to get another; empty:
// the command to type. Throws CourseError for an unknown lab or step.
int hint_command(const Context& context, const std::string& lab, std::optional<int> step,
                 const std::string& next = "");

}  // namespace warplab
