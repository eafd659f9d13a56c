// warplab hand-in: packs what a student hands in of a lab.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "autograder/commands/context.h"

namespace warplab {

// Packs those of the lab's files that were edited, into `archive` or, if that is empty, build/hand-in/<lab>.zip, in a folder named
// after the lab. Says what is in it, what is not, and whether that is what was graded last. Throws CourseError where no file
// was edited or one cannot be handed in: nothing is written then. FileError where it cannot be written.
int hand_in_command(const Context& context, const std::string& lab,
                    const std::filesystem::path& archive,
                    const std::optional<std::filesystem::path>& json);

}  // namespace warplab
