// warplab new: a student's own folder of labs, where the rest of a student kit is shared by a room.
#pragma once

#include <filesystem>

#include "autograder/commands/context.h"

namespace warplab {

// Makes `folder`: the labs of the kit whose programs this one is of, copied, and beside them links to all else that the kit
// has. Nothing is ever written to the kit. Throws CourseError where this program is not a kit's, and where something is
// in `folder` already.
int new_labs_command(const Context& context, const std::filesystem::path& folder);

}  // namespace warplab
