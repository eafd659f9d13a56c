// warplab check-course: proves that the course is in order.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/commands/context.h"

namespace warplab {

// Checks of the labs that are named, of all if none is: that stubs are what the solutions generate,
// that every stub compiles and fails as it should, that every solution gets full marks, that points
// add up, hints and pages exist and repeat lab.json's numbers, reference outputs are current, and
// no file is where none belongs; of all together, that numbers in handout.md and README.md are right
// too. Prints a line a check; returns 0, or 2 if one fails, or 3 if the grader could not tell. `graded` is a
// result of the solutions (result.json), which are not graded again then. Throws CourseError where
// there are no solutions, and where another commit or another machine has graded them.
int check_course_command(const Context& context, const std::vector<std::string>& labs,
                         const std::optional<std::filesystem::path>& graded,
                         const std::optional<std::filesystem::path>& json);

}  // namespace warplab
