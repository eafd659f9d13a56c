// warplab class collect --questions: a sheet of questions for each student, about the program that was handed in.
#pragma once

#include <filesystem>
#include <optional>

#include "autograder/commands/context.h"

namespace warplab {

// Builds and runs the files of each lab in which a student has all points for right results in a step, writes both pages
// into the folder of the class, and prints who gets fewer questions. `json` is for programs. Returns the exit code: 2 where
// questions could not be made for somebody because the grader failed. Throws CourseError, FileError, GraderError.
int class_questions_command(const Context& context, const std::filesystem::path& folder,
                            bool uses_pseudonyms, const std::optional<std::filesystem::path>& json);

}  // namespace warplab
