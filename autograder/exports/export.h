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
  std::optional<double> score;  // after what class.json decides; nothing after a grader error
  std::string machine, device;
  std::string commit;          // of the grader, and so of the course; empty where it had none
  std::string graded_at;       // "2026-10-12T21:59:00Z"; empty where the result does not say
  std::filesystem::path file;  // that it was read from
};

struct Export {
  std::string name;  // "csv"
  std::string help;  // what the file is
  // The file's content. Throws CourseError where the format has no file for these.
  std::function<std::string(const std::vector<GradedLab>& graded)> make;
};

// All formats there are (made by CMake).
std::vector<Export> all_exports();

}  // namespace warplab
