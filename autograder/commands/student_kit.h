// warplab student-kit: packs what a student gets.
#pragma once

#include <filesystem>
#include <optional>

#include "autograder/commands/context.h"

namespace warplab {

// Writes `archive` (tar.gz): the course without solutions/ and tests/; the solutions that speeds
// are compared with travel as object files in baselines/. Stubs are generated afresh. Throws
// GraderError if a baseline does not build or the archive cannot be written.
int student_kit_command(const Context& context, const std::filesystem::path& archive,
                        const std::optional<std::filesystem::path>& json);

}  // namespace warplab
