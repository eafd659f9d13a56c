// warplab class feedback: what students get back, as files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/commands/context.h"

namespace warplab {

struct FeedbackRequest {
  std::filesystem::path folder;   // of the class
  std::filesystem::path output;   // a folder that is not there yet, or with `into` a zip
  std::vector<std::string> labs;  // only these; none: all that count
  // Moodle's grading worksheet of an assignment, which knows participants by numbers.
  std::optional<std::filesystem::path> into;
  bool uses_pseudonyms = false;  // for graders, not for students
};

// Of each result that counts, the page, the pictures and result.txt, with what the score came to: in
// <output>/<student>/<lab>/, or in a zip that Moodle hands out as feedback files. Returns the exit code: 2 where somebody's
// have no place there, which is said. Throws CourseError, FileError, GraderError.
int class_feedback_command(const Context& context, const FeedbackRequest& request);

}  // namespace warplab
