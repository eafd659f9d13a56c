// What lies in labs/ and solutions/ though no lab.json names it: an editor's copy, somebody's solution.
#pragma once

#include <string>
#include <vector>

#include "autograder/course/lab.h"

namespace warplab {

// Of both folders of a lab, a sentence per file, in order: "labs/lab5-shared-int/a.cu belongs to no step".
std::vector<std::string> stray_files(const Course& course, const Lab& lab);

// The same of labs/ and solutions/ themselves: what is no lab's folder, and no file that belongs there.
std::vector<std::string> stray_folders(const Course& course);

}  // namespace warplab
