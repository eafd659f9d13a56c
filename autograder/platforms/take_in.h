// Makes a folder of submissions of what a platform hands out.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "autograder/classroom/roster.h"
#include "autograder/classroom/zone.h"
#include "autograder/course/lab.h"

namespace warplab {

// Below the folder of a class.
inline constexpr const char* taken_in = "handed-in";

struct Intake {
  std::filesystem::path folder;             // of the class
  std::vector<std::filesystem::path> from;  // archives, folders, and tables that end in .csv
  std::vector<const Lab*> labs;             // whose files are looked for
  Zone zone{""};                            // of times that do not say theirs
};

struct TakenIn {
  std::size_t students = 0, hand_ins = 0;  // of which something was taken in
  std::vector<Remark> remarks;
};

// Puts what it finds into <folder>/handed-in: a folder per student with one per lab, students.csv and handed-in.csv. What lies
// there already stays, but for the labs that a student hands in once more. Nothing is changed before all is there. Throws
// CourseError for an archive or table that cannot be used at all, GraderError where the sandbox does not start, FileError.
// What one student packed and cannot be used becomes a remark.
TakenIn take_in(const Course& course, const Intake& intake);

}  // namespace warplab
