// What a class has handed in, as found in the folder of submissions.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "autograder/classroom/roster.h"
#include "autograder/classroom/settings.h"
#include "autograder/course/lab.h"
#include "common/version.h"

namespace warplab {

// One student's files for one lab.
struct HandIn {
  std::string student;  // id
  const Lab* lab = nullptr;
  std::filesystem::path folder;  // with the files
  std::string files;             // hash_files()
  std::string key;               // a hash of `files`, the course's version and the kind of machine
  Moment at;                     // the last modification of any of the files
};

struct HandedIn {
  std::vector<Student> students;  // by id
  std::vector<HandIn> hand_ins;   // by student, then in the order of the course's labs
  std::vector<Remark> remarks;    // what cannot be used, and why
};

// Searches the folder of submissions. Its students are those in its `students.csv`, else its
// folders. `machine` is the kind of machine that grades. Throws CourseError for a roster without
// ids, and FileError if the disk fails; anything else that cannot be used becomes a remark.
HandedIn find_hand_ins(const Course& course, const ClassSettings& settings,
                       const std::string& machine);

// The key of a hand-in that this kind of machine grades, with this version of the course.
std::string key_on(const HandIn& hand_in, const std::string& machine,
                   const Version& course = version());

// A hash of the names and contents of a lab's files, 32 hexadecimal digits. For a file that grading
// refuses, the reason takes the place of its content.
std::string hash_files(const Lab& lab, const std::filesystem::path& folder);

}  // namespace warplab
