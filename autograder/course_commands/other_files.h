// Files that a class is compared with: public solutions, those of the course, last year's class.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "autograder/course/lab.h"

namespace warplab {

// A file found in a folder.
struct FoundFile {
  std::string shown;  // its path, from the name of the folder on
  std::string name;   // "convolution.cu"
  std::string text;
  std::string why_not{};     // why it is not compared; empty if it is
  bool is_noted = false;     // that it is not compared
  const Lab* lab = nullptr;  // in whose folder it lies; null: in none
};

// All sources in the folders, however deep, links and what lies in `except` left out. Throws CourseError where one is no
// folder or has none.
std::vector<FoundFile> find_other_files(const Course& course,
                                        const std::vector<std::filesystem::path>& folders,
                                        const std::filesystem::path& except);

// Whether a file is to be compared with what students hand in for a step: one in a lab's folder with that lab alone, and of
// these one that has the name of a step's file with that step alone. Any other goes with each step in its language: CUDA,
// or C and C++.
bool is_for(const FoundFile& file, const Lab& lab, const std::string& step_file,
            const std::vector<const Lab*>& labs);

}  // namespace warplab
