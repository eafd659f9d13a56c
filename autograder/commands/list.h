// warplab list: what there is to do.
#pragma once

#include <filesystem>
#include <optional>

#include "autograder/commands/context.h"

namespace warplab {

// Prints every lab with its steps, points and the best score so far; as JSON too if asked.
int list_command(const Context& context, const std::optional<std::filesystem::path>& json);

}  // namespace warplab
