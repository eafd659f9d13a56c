// Which of a student's files are those that labs ask for, under whatever name.
#pragma once

#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/platforms/archive.h"

namespace warplab {

struct LabFile {
  const Lab* lab = nullptr;
  std::string file;  // as lab.json names it
  const PackedFile* packed = nullptr;
};

struct LabFiles {
  std::vector<LabFile> found;        // by lab and name, each once
  std::vector<std::string> renamed;  // what was taken for what: "Inner_loop.c as inner_loop.c"
  std::vector<std::string> complaints;
};

// The lab in whose folder the file of this path lies, "2025/ada/Lab 5/a.cu": the innermost one, or none.
const Lab* lab_of_path(const Course& course, const std::string& name);

// Looks for the files of `labs` in what a student handed in: in a lab's folder, in labs/ where there is a whole kit, or in
// none, where the lab is the only one, or the only one that asks for a file of that name. Complains about those that could
// be several labs', of two that are one file, of links and of what is too large, and where nothing was found, with what
// there is instead.
LabFiles find_lab_files(const Course& course, const std::vector<const Lab*>& labs,
                        const std::vector<PackedFile>& files);

}  // namespace warplab
