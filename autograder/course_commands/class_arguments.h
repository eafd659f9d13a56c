// Arguments that parts of `warplab class` share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "autograder/commands/subcommand.h"

namespace warplab {

inline constexpr const char* pseudonyms_option = "--pseudonyms";

Argument class_argument(std::filesystem::path& folder);
Argument class_labs_argument(std::vector<std::string>& labs);
Argument pseudonyms_argument(bool& uses_pseudonyms);

}  // namespace warplab
