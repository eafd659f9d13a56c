// warplab student-kit: packs what a student gets.
#pragma once

#include <filesystem>
#include <optional>

#include "autograder/commands/context.h"

namespace warplab {

// Writes `archive` (tar.gz): the course without solutions/, tests/ and pages for instructors, and
// with a README of its own, docs/student-kit.md; the solutions that speeds are compared with travel
// as object files in baselines/. Stubs are generated afresh. Throws CourseError if the course is
// not whole, GraderError if a baseline does not build or the archive cannot be written.
int student_kit_command(const Context& context, const std::filesystem::path& archive,
                        const std::optional<std::filesystem::path>& json);

}  // namespace warplab
