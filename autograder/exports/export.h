// Exports: files for grade books and other programs. Each format is one file here,
// format_<name>.cpp, which defines `Export format_<name>()`. CMake lists them (all_exports()):
// nothing else knows of a format.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autograder/classroom/roster.h"
#include "autograder/report/result.h"

namespace warplab {

// What a student has got for one lab. A single result is one without a student.
struct GradedLab {
  Student student;
  LabResult lab;
  std::optional<double> score;  // after what class.json decides; nothing where there is no grade
  bool is_gradable = true;      // only what a sandbox held has a grade
  std::string sandbox = "bubblewrap";  // that held it
  std::string machine, device;
  std::string commit;          // of the grader, and so of the course; empty where it had none
  std::string graded_at;       // "2026-10-12T21:59:00Z"; empty where the result does not say
  std::filesystem::path file;  // that it was read from; empty where grading left none

  // What comes after "as" where there is no score.
  const char* why_no_score() const {
    return is_gradable ? "it could not be graded by our fault"
                       : "it was graded without the sandbox";
  }
};

// A class, for formats that are grade books. A single result is a class of one.
struct GradeBook {
  std::vector<Student> students;    // all, whatever they have handed in
  std::vector<std::string> labs;    // full names of those that anybody has handed in, in order
  std::vector<GradedLab> graded;    // by student, then lab; without a score where there is no grade
  std::string form{}, form_file{};  // the text that a format fills in, and what messages call it
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
};

// All formats there are (made by CMake).
std::vector<Export> all_exports();

}  // namespace warplab
