// The parts of pages that tell of all labs. They follow from lab.json and each lab's chapter, and are written between markers, so
// that a lab is added by adding its folder: the tables of labs in README.md and in the guide, the handout's contents, and what
// editors are told of each lab's files, in .clangd.
#pragma once

#include <string>
#include <vector>

#include "autograder/course/lab.h"

namespace warplab {

// Parts that are not as the labs make them, each as "README.md:87: expected ..., got ...", and pages and markers that are missing.
std::vector<std::string> check_written_parts(const Course& course);

// Writes them into the pages that there are. Returns those that were changed. Throws CourseError, before it writes anything, for a
// page without its markers.
std::vector<std::string> write_parts(const Course& course);

}  // namespace warplab
