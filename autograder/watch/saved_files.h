// What a student has saved of a lab, and which steps another save is about.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "autograder/course/lab.h"

namespace warplab {

// By name, what the grader would read of each step's file and of each header of common/, as
// "common/convolution.h". Of a file that it would refuse it is the reason.
using SavedFiles = std::map<std::string, std::string>;

// The folders that these files are in.
std::vector<std::filesystem::path> folders_of(const Course& course, const Lab& lab);

// The files as they are now. One that is missing, or cannot be read, is no error.
SavedFiles read_saved(const Course& course, const Lab& lab);

// The numbers of the steps whose files differ in content: one for its own file, all for a header,
// which any step may include.
std::set<int> changed_steps(const Lab& lab, const SavedFiles& before, const SavedFiles& after);

}  // namespace warplab
