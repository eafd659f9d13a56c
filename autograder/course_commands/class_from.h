// warplab class init --from: makes a class of what a platform hands out, or takes in what was handed in since.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/commands/context.h"

namespace warplab {

struct ClassFromRequest {
  std::vector<std::filesystem::path> from;  // archives, folders, tables
  std::optional<std::string> lab;           // the only one that is looked for; none: all that count
  std::optional<std::string> zone;          // of times that do not say theirs
};

// Returns the exit code: 0, or 2 where something in it cannot be used, which is said. Throws CourseError where it cannot be
// used at all, and then nothing is changed; GraderError where the sandbox, in which archives are opened, does not start.
int class_from_command(const Context& context, const std::filesystem::path& folder,
                       const ClassFromRequest& request,
                       const std::optional<std::filesystem::path>& json);

}  // namespace warplab
