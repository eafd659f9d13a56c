// warplab student-kit: packs what a student gets.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/course/lab.h"

namespace warplab {

struct PackedKit {
  std::size_t baselines = 0;
  std::vector<std::string>
      uncommitted;  // files of the course, as git names them: what its COMMIT is not about
};

// Writes `archive` (tar.gz), whose folder is made where it is missing: the course without solutions/,
// tests/ and pages for instructors, and with a README of its own, docs/student-kit.md. What speeds are
// compared with travels in baselines/, that of `labs` alone: solutions for the CPU as object files
// without names, of those for the GPU the figures with clang's code and, where nvcc is, with nvcc's.
// Stubs are generated afresh, and programs/ has this build's. Throws CourseError if the course is not whole, or where files lie about that
// may be somebody's solution; GraderError if a baseline does not build or the archive cannot be written.
PackedKit pack_student_kit(const Context& context, const std::vector<const Lab*>& labs,
                           const std::filesystem::path& archive);

// Says of a kit, to stderr, what in it is in no commit.
void tell_uncommitted(const PackedKit& kit);

// Packs a kit for all labs, and says how large it is. Throws as pack_student_kit() does.
int student_kit_command(const Context& context, const std::filesystem::path& archive,
                        const std::optional<std::filesystem::path>& json);

}  // namespace warplab
