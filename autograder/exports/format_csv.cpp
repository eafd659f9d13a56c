// A table with a line per gate.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/spreadsheet.h"
#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"

namespace warplab {
namespace {

std::string as_number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

// Ratio, its interval and the baseline: of the gate for speed, where it was measured.
std::vector<std::string> timing_cells(const StepResult& step, const Gate& gate) {
  if (gate.kind != GateKind::speed || !step.time || step.time->baseline.empty())
    return {"", "", "", ""};
  const Timing& time = *step.time;
  return {as_number(time.ratio), as_number(time.ratio_low), as_number(time.ratio_high),
          as_cell(time.baseline)};
}

std::string line_of(const GradedLab& graded, const StepResult& step, const Gate& gate) {
  const bool is_graded = graded.has_grade();
  std::vector<std::string> cells = {as_cell(graded.student.id),
                                    as_cell(graded.lab.lab),
                                    fmt::format("{}", step.step),
                                    as_cell(step.name),
                                    as_cell(gate.name),
                                    is_graded ? as_number(gate.points) : "",
                                    as_number(gate.max_points),
                                    is_graded ? (gate.passed ? "true" : "false") : "",
                                    as_number(gate.value),
                                    as_number(gate.limit),
                                    as_cell(verdict_text(step.verdict)),
                                    as_cell(text_of(gate))};
  for (std::string& cell : timing_cells(step, gate)) cells.push_back(std::move(cell));
  for (const std::string& text : {graded.device, graded.machine, graded.sandbox, graded.commit,
                                  graded.graded_at, graded.file.string()})
    cells.push_back(as_cell(text));
  cells.push_back(as_cell(fmt::format("{}", fmt::join(graded.adjustments, "; "))));
  return csv_line(cells);
}

// What a step that the grader failed in may have in place of gates.
Gate step_as_gate(const StepResult& step) {
  Gate gate;
  gate.name = grading_gate;
  gate.max_points = step.max_score;
  gate.message = why_grader_failed(step);
  return gate;
}

std::string make_csv(const std::vector<GradedLab>& all) {
  std::string text =
      csv_line({"student",    "lab",       "step",       "step_name",   "gate",       "points",
                "max_points", "passed",    "value",      "limit",       "verdict",    "message",
                "ratio",      "ratio_low", "ratio_high", "baseline",    "device",     "machine",
                "sandbox",    "commit",    "graded_at",  "result_json", "adjustments"});
  for (const GradedLab& graded : all)
    for (const StepResult& step : graded.lab.steps) {
      for (const Gate& gate : step.gates) text += line_of(graded, step, gate);
      if (step.gates.empty()) text += line_of(graded, step, step_as_gate(step));
    }
  return text;
}

}  // namespace

Export format_csv() {
  return {.name = "csv",
          .help = "a table with a line per gate",
          .make = make_csv,
          .may_have_mark = true};
}

}  // namespace warplab
