// warplab grade: grades labs and writes every result where it belongs.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/report/result.h"

namespace warplab {

struct GradeRequest {
  std::vector<std::string> labs;                    // names; empty: all
  std::optional<std::filesystem::path> submission;  // a file or a folder; absent: labs/
  bool solutions = false;                           // grade solutions/ instead
  std::optional<int> step;
  std::string device = "auto";
  std::optional<std::filesystem::path> json;
  bool unsafe_no_sandbox = false;
};

// Grades, prints the table, writes result.json and the history. Returns the exit code: 0 full
// marks, 1 below, 3 grader error. Throws CourseError for a request that makes no sense.
int grade_command(const Context& context, const GradeRequest& request);

// Grades steps quietly and returns the result: what check-course and timing-tables rest on.
// `each` is told of every lab as it is done.
Result grade_labs(const Context& context, const GradeRequest& request,
                  const std::function<void(const LabResult&, double seconds)>& each);

}  // namespace warplab
