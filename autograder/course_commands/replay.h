// warplab replay: grades what a result was made of again, on the same inputs, and compares.
#pragma once

#include <filesystem>
#include <optional>

#include "autograder/commands/context.h"

namespace warplab {

struct ReplayRequest {
  std::filesystem::path result;      // a result.json
  std::filesystem::path submission;  // the file or the folder that was graded then
};

inline constexpr const char* replay_exit_codes =
    "Exit codes: 0 equal, 1 something differs, 2 cannot be compared, 3 grader error.";

// Tells what differs in all but times. Keeps nothing in the history; pictures go to
// build/grades/replay. Returns 0 where nothing differs, 1 where something does, 3 where the grader
// failed now. Throws CourseError where the two cannot be compared: no result or none with a seed, a
// lab or step that is not there, another version of the course, another device or compiler, and, of
// a class, other files.
int replay_command(const Context& context, const ReplayRequest& request,
                   const std::optional<std::filesystem::path>& json);

}  // namespace warplab
