// What the students of a class hand in for the benchmarks. No two files are alike, in a class or beside the
// solutions, so what a compiler made of one is of no use for another.
#pragma once

#include <filesystem>
#include <vector>

#include "autograder/course/lab.h"

namespace warplab::bench {

// Hands in the labs for `students`: a third each stubs, solutions, and solutions with a known mistake in one step.
// Each file has a function of its own at its end, or a kernel. Returns the folders of the labs, students in order,
// each <submissions>/<student>/<lab>. Throws std::runtime_error if a lab has no mistake that is a whole file.
std::vector<std::filesystem::path> hand_in(const Course& course,
                                           const std::vector<const Lab*>& labs, int students,
                                           const std::filesystem::path& submissions);

}  // namespace warplab::bench
