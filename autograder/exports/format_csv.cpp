// A table with a line per gate.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "autograder/classroom/csv.h"
#include "autograder/exports/export.h"
#include "autograder/exports/spreadsheet.h"

namespace warplab {
namespace {

std::string as_number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string line_of(const GradedLab& graded, const StepResult& step, const Gate& gate) {
  const bool is_graded = step.verdict.kind != VerdictKind::grader_error;
  return csv_line({as_cell(graded.student.id), as_cell(graded.lab.lab),
                   fmt::format("{}", step.step), as_cell(step.name), as_cell(gate.name),
                   is_graded ? as_number(gate.points) : "", as_number(gate.max_points),
                   is_graded ? (gate.passed ? "true" : "false") : "", as_number(gate.value),
                   as_number(gate.limit), as_cell(verdict_text(step.verdict)),
                   as_cell(gate.message), as_cell(graded.device), as_cell(graded.machine)});
}

std::string make_csv(const std::vector<GradedLab>& all) {
  std::string text =
      csv_line({"student", "lab", "step", "step_name", "gate", "points", "max_points", "passed",
                "value", "limit", "verdict", "message", "device", "machine"});
  for (const GradedLab& graded : all)
    for (const StepResult& step : graded.lab.steps)
      for (const Gate& gate : step.gates) text += line_of(graded, step, gate);
  return text;
}

}  // namespace

Export format_csv() { return {"csv", "a table with a line per gate", make_csv}; }

}  // namespace warplab
