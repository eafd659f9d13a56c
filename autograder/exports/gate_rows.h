// What platforms show of a result: a row per gate, and where findings are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "autograder/graded/graded_lab.h"
#include "autograder/report/gate_kind.h"
#include "autograder/report/result.h"
#include "simt/events/finding.h"

namespace warplab {

enum class RowState { passed, failed, not_run, grader_error };

// Stands for the gates of a step that the grader failed before it had any.
inline constexpr const char* grading_gate = "grading";

struct GateRow {
  std::string step;  // "1 outer-loop"
  std::string gate;  // "speed"
  GateKind kind = GateKind::correct;
  RowState state = RowState::passed;
  double points = 0, max_points = 0;  // of a grader error the points mean nothing
  // What was seen, the threshold, the distance to it: a line, and sometimes more below it.
  std::string message;
  // What explains it besides: of a step that failed, the first row that did has the diagnosis, and
  // what the compiler said and the program printed, the first 4 KiB of each. Empty elsewhere.
  std::string details;
  bool is_in_details = false;  // details, where there are any, begin with the message

  std::string name() const { return step + ": " + gate; }
  // The message, and the details below it, unless they begin with it.
  std::string text() const;
};

// The rows of a step in the order of its gates. Those of a step with a grader error are all in that
// state, and there is at least the row grading_gate. Text is valid UTF-8 without control characters
// but line feeds and tabs.
std::vector<GateRow> rows_of_step(const StepResult& step);

// The rows of a lab's steps; of one without a score that has no step with a grader error, also the
// row grading_gate in that state.
std::vector<GateRow> rows_of(const GradedLab& graded);

// A file of a lab that a finding names, from the root of the checkout: "labs/lab5/convolution.cu".
// Where the submission lay outside of it, as if it lay in the lab's folder. The submission where
// no file is known.
std::string path_of(const LabResult& lab, const simt::events::Site& site);

// Throws CourseError where nothing was graded.
void expect_graded(const std::vector<GradedLab>& graded, std::string_view format);

// For formats whose file is for a single submission. Throws CourseError for a class, and where
// nothing was graded.
void expect_one_result(const std::vector<GradedLab>& graded, std::string_view format);

// For formats that can't say that there is no score. Throws CourseError where a lab has none.
void expect_scores(const std::vector<GradedLab>& graded, std::string_view format);

}  // namespace warplab
