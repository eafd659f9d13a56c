// A result.json as what it was written from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/graded/graded_lab.h"
#include "autograder/report/result.h"

namespace warplab {

// The labs of a result.json, without a student. What was graded without the sandbox has no score.
// Of a result of version 1, a diagnosis has its lines as facts, unless findings say the same. Throws CourseError, with
// file and line where there is one, for what is missing, no JSON, of another schema, or no result.
std::vector<GradedLab> read_graded(const std::filesystem::path& file);

// The lab's steps in a result.json that this run did not grade. None where the file is missing or is not a result.
std::vector<EarlierStep> read_earlier(const std::filesystem::path& file, const Lab& lab,
                                      const std::vector<StepResult>& graded);

// The id of its student; empty where it was not graded in a class. Requires a file that
// read_graded() has read.
std::string read_student(const std::filesystem::path& file);

}  // namespace warplab
