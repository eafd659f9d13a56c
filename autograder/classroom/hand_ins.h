// What a class has handed in, as found in the folder of submissions.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
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
  std::filesystem::path folder;  // with the files
  std::string files;             // hash_files()
  std::string key;               // key_of()
  Moment at;                     // of handing in, or the last modification of any of the files
  std::string basis{};           // basis_of() its lab
  bool is_told = false;          // `at` is what handed-in.csv says; Moment{}: nobody knows
  bool is_late = false;          // which it says, though nobody knows by how much
  std::optional<Moment> deadline{};
};

struct HandedIn {
  std::vector<Student> students;             // by id
  std::vector<HandIn> hand_ins;              // by student, then in the order of the course's labs
  std::vector<Remark> remarks;               // what cannot be used, and why
  std::map<std::string, std::string> bases;  // basis_of() each lab that counts, by its name
};

// Searches the folder of submissions. Its students are those in its `students.csv`, else its
// folders; its `handed-in.csv` says when. `machine` is the kind of machine that grades, and `grader` the programs: hash_grader().
// Throws CourseError for a roster without ids, and FileError if the disk fails; anything else that
// cannot be used becomes a remark.
HandedIn find_hand_ins(const Course& course, const ClassSettings& settings,
                       const std::string& machine, const std::string& grader);

// What extensions in class.json come to nothing: those for nobody in the class, or for a lab that does not count.
std::vector<Remark> useless_extensions(const ClassSettings& settings,
                                       const std::vector<Student>& students);

// The key of files, as hash_files() names them, that this kind of machine grades by this basis.
std::string key_of(const std::string& files, const std::string& basis, const std::string& machine);
// That of a hand-in.
std::string key_on(const HandIn& hand_in, const std::string& machine);

// A hash of the names and contents of a lab's files, 32 hexadecimal digits. For a file that grading
// refuses, the reason takes the place of its content.
std::string hash_files(const Lab& lab, const std::filesystem::path& folder);

}  // namespace warplab
