// What a student got in an earlier grading.
#pragma once

#include <filesystem>
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
  // After what class.json decides; nothing where there is no grade, or where the student is excused.
  std::optional<double> score;
  bool is_gradable = true;             // only what a sandbox held has a grade
  std::string sandbox = "bubblewrap";  // that held it
  std::string machine, device;
  std::string commit;          // of the grader, and so of the course; empty where it had none
  std::string graded_at;       // "2026-10-12T21:59:00Z"; empty where the result does not say
  std::filesystem::path file;  // that it was read from; empty where grading left none
  double lost = 0;             // points, for being late
  int attempts = 0;            // versions of the files that were graded
  std::vector<std::string> adjustments{};  // of the score, by class.json: sentences
  std::string excused{};                   // why the student is; empty: is not

  // Whether the points of steps and gates are those of a grading.
  bool has_grade() const {
    return score.has_value() || (!excused.empty() && is_gradable && !file.empty());
  }
  // What comes after "as" where there is no score.
  const char* why_no_score() const {
    return !excused.empty() ? "the student is excused"
           : is_gradable    ? "the grader failed"
                            : "it was graded without the sandbox";
  }
};

}  // namespace warplab
