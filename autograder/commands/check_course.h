// warplab check-course: proves that the course is in order.
#pragma once

#include <filesystem>
#include <optional>

#include "autograder/commands/context.h"

namespace warplab {

// Checks that stubs are what the solutions generate, that every stub compiles and fails as it
// should, that every solution gets full marks, that points add up, hints and pages exist, reference
// outputs are current, and no file is where none belongs. Prints a line a check; returns 0, or 2 if
// one fails, or 3 if the grader could not tell.
int check_course_command(const Context& context, const std::optional<std::filesystem::path>& json);

}  // namespace warplab
