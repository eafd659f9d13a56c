// Exports: files for grade books and other programs. Each format is one file here,
// format_<name>.cpp, which defines `Export format_<name>()`. CMake lists them (all_exports()):
// nothing else knows of a format.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "autograder/classroom/roster.h"
#include "autograder/classroom/scores.h"
#include "autograder/graded/graded_lab.h"

namespace warplab {

// A class, for formats that are grade books. A single result is a class of one.
struct GradeBook {
  std::vector<Student> students;    // all, whatever they have handed in
  std::vector<std::string> labs;    // full names of those that anybody has handed in, in order
  std::vector<GradedLab> graded;    // by student, then lab; without a score where there is no grade
  std::string form{}, form_file{};  // the text that a format fills in, and what messages call it
  std::vector<Remark> unread{};     // results that are left out, as they cannot be read
  std::map<std::string, Total> totals{};  // by student; of a class
  bool is_adjusted = false;               // class.json has adjustments
};

// A format has `make`, or `make_book` if it needs to know of students. Both return the file's content, and throw
// CourseError where the format has no file for what they are given.
struct Export {
  std::string name;  // "csv"
  std::string help;  // what the file is
  std::function<std::string(const std::vector<GradedLab>& graded)> make = {};
  // Remarks whose scores have no place in the file, and why.
  std::function<std::string(const GradeBook& book, std::vector<Remark>& remarks)> make_book = {};
  bool takes_one_lab = false;  // its books have a single one
  std::string form = {};       // what a book's form is, for a person; empty where there is none
  bool may_have_mark = false;  // a table that may begin with a byte order mark
  bool needs_ids = false;      // a platform finds students by them
};

// All formats there are (made by CMake).
std::vector<Export> all_exports();

}  // namespace warplab
