// warplab class replay: an appeal in a class. Finds the result and the files, and replays them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "autograder/commands/context.h"

namespace warplab {

struct ClassReplayRequest {
  std::filesystem::path folder;  // of the class
  std::string student;           // id
  std::string lab;               // lab5, 5 or the full name
};

// replay_command() for the newest result of the files that the student has handed in now. Throws
// CourseError if there is no such class, student or lab, if the lab was not handed in or is not
// graded, and, with the key of the newest result, if the files have changed since.
int class_replay_command(const Context& context, const ClassReplayRequest& request,
                         const std::optional<std::filesystem::path>& json);

}  // namespace warplab
