// warplab doctor: what this machine can do for grading, on one screen.
#pragma once

#include <filesystem>
#include <optional>

#include "autograder/commands/context.h"

namespace warplab {

// Looks, starts the sandbox, and compiles and runs a program with a race where those are looked
// for; measures nothing. Returns 0 where all is here that labs for the CPU need, else 1.
int doctor_command(const Context& context, const std::optional<std::filesystem::path>& json);

}  // namespace warplab
