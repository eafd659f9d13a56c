// warplab class collect --similar: which hand-ins resemble each other more than the stub explains.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "autograder/commands/context.h"

namespace warplab {

// Compares what is handed in now, graded or not, also with the files in the folders `with`, and prints the pairs that
// are most alike. Returns the exit code, 0. Throws CourseError.
int class_similar_command(const Context& context, const std::filesystem::path& folder,
                          const std::vector<std::filesystem::path>& with, bool uses_pseudonyms,
                          const std::optional<std::filesystem::path>& json);

}  // namespace warplab
