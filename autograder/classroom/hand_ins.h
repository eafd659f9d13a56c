// What a class has handed in, found in the folder of submissions.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "autograder/classroom/roster.h"
#include "autograder/classroom/settings.h"
#include "autograder/course/lab.h"

namespace warplab {

// One student's files for one lab.
struct HandIn {
  std::string student;  // id
  const Lab* lab = nullptr;
  std::filesystem::path folder;  // that the files lie in
  std::string files;             // hash_files()
  std::string key;  // a hash of that, of the course's version and of the kind of machine
  Moment at;        // the last modification of any of the files
};

struct HandedIn {
  std::vector<Student> students;  // by id
  std::vector<HandIn> hand_ins;   // by student, then as labs lie in the course
  std::vector<Remark> remarks;    // what cannot be used, and why
};

// Looks through all of it. Students are those of `students.csv` in the folder of submissions, or
// its folders. `machine` is the kind of machine that grades. Nothing that lies there makes it fail,
// but a roster without ids, which throws CourseError, and a disk that does, FileError.
HandedIn find_hand_ins(const Course& course, const ClassSettings& settings,
                       const std::string& machine);

// The key that a hand-in has where this kind of machine grades it.
std::string key_on(const HandIn& hand_in, const std::string& machine);

// A hash of a lab's files by names and contents, 32 hexadecimal digits. A file that grading refuses
// counts by the reason for it.
std::string hash_files(const Lab& lab, const std::filesystem::path& folder);

}  // namespace warplab
