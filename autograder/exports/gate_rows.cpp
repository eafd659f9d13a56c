#include "autograder/exports/gate_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "autograder/course/lab.h"
#include "autograder/report/sanitize.h"
#include "common/wrap.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr std::size_t most_bytes_said = 4 << 10;

// Below a line of its own, where there is any.
std::string said(const std::string& who, const std::string& text) {
  return text.empty() ? "" : fmt::format("{}\n{}\n", who, first_bytes(text, most_bytes_said));
}

std::string details_of(const StepResult& step) {
  std::string text;
  for (const std::string& sentence : sentences_of(step.diagnosis)) text += sentence + "\n";
  text += said("the compiler said:", step.compiler) + said("the program printed:", step.output);
  text = sanitize(text);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

RowState state_of(const StepResult& step, const Gate& gate) {
  if (step.verdict.kind == VerdictKind::grader_error) return RowState::grader_error;
  if (gate.passed) return RowState::passed;
  return gate.is_run ? RowState::failed : RowState::not_run;
}

std::string name_of_step(const StepResult& step) {
  return fmt::format("{} {}", step.step, sanitize_line(step.name));
}

GateRow grading_row(const std::string& step, double max_points) {
  return {step, grading_gate, GateKind::correct, RowState::grader_error, 0, max_points, "", ""};
}

// A submission is a file, or the folder of several.
bool is_source(const fs::path& path) {
  const fs::path extension = path.extension();
  return extension == ".c" || extension == ".cpp" || extension == ".cu";
}

}  // namespace

std::string GateRow::text() const {
  if (details.empty()) return message;
  return message.empty() || is_in_details ? details : message + "\n" + details;
}

std::vector<GateRow> rows_of_step(const StepResult& step) {
  std::vector<GateRow> rows;
  for (const Gate& gate : step.gates)
    rows.push_back({name_of_step(step), sanitize_line(gate.name), gate.kind, state_of(step, gate),
                    gate.points, gate.max_points, sanitize(text_of(gate)), "",
                    gate.is_in_diagnosis});
  const bool is_graded = step.verdict.kind != VerdictKind::grader_error;
  if (!is_graded && rows.empty()) rows.push_back(grading_row(name_of_step(step), step.max_score));
  const auto failed = std::ranges::find_if(rows, [](const GateRow& row) {
    return row.state == RowState::failed || row.state == RowState::grader_error;
  });
  if (step.verdict.kind != VerdictKind::ok && failed != rows.end())
    failed->details = details_of(step);
  if (!is_graded)
    for (GateRow& row : rows) {
      row.message = "not graded: the grader failed, not the submission";
      row.is_in_details = false;
    }
  return rows;
}

std::vector<GateRow> rows_of(const GradedLab& graded) {
  std::vector<GateRow> rows;
  for (const StepResult& step : graded.lab.steps)
    for (GateRow& row : rows_of_step(step)) rows.push_back(std::move(row));
  const bool is_told =
      std::ranges::find(rows, RowState::grader_error, &GateRow::state) != rows.end();
  if (!graded.score && graded.excused.empty() && !is_told) {
    rows.push_back(grading_row(sanitize_line(short_name(graded.lab.lab)), graded.lab.max_score));
    rows.back().message = graded.is_gradable
                              ? "the run ended with an error of the grader, which result.json tells"
                              : fmt::format("no grade, as {}", graded.why_no_score());
  }
  return rows;
}

std::string path_of(const LabResult& lab, const simt::events::Site& site) {
  const fs::path submission = fs::path(lab.submission).lexically_normal();
  const fs::path name = fs::path(site.file).filename();
  const fs::path folder = is_source(submission) ? submission.parent_path() : submission;
  fs::path path = name.empty() ? submission : (folder / name).lexically_normal();
  if (path.empty() || path.is_absolute() || *path.begin() == "..")
    path = fs::path("labs") / lab.lab / path.filename();
  return path.string();
}

void expect_graded(const std::vector<GradedLab>& graded, std::string_view format) {
  if (graded.empty())
    throw CourseError(fmt::format("{}: nothing was graded, and so there is no file", format));
}

void expect_one_result(const std::vector<GradedLab>& graded, std::string_view format) {
  expect_graded(graded, format);
  for (const GradedLab& each : graded)
    if (!each.student.id.empty())
      throw CourseError(
          fmt::format("{0} is a file per submission, not per class: export each with\n"
                      "  warplab export {0} DIR/{1}/{2}/.../result.json",
                      format, each.student.id, each.lab.lab));
}

void expect_scores(const std::vector<GradedLab>& graded, std::string_view format) {
  for (const GradedLab& each : graded)
    if (!each.score)
      throw CourseError(
          fmt::format("{}: {} has no score, as {}, and so there is no file: grade it again", format,
                      each.lab.lab, each.why_no_score()));
}

}  // namespace warplab
