// What Autolab reads at the end of a job's output: a line of feedback and, the last one, of scores.
// It writes quotes around whatever stands before a colon in the latter, so names have no colon.
// Beside feedback it shows the sum of the scores, and fails on one that is null: where a lab has no
// score, plain text takes the place of the feedback.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "autograder/exports/autolab_problems.h"
#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/report/sanitize.h"
#include "common/wrap.h"

namespace warplab {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_hint_bytes = 1000;  // a job's output has at most 1000 KiB

// A table of what has passed, a stage per lab.
ordered_json feedback_of(const std::vector<GradedLab>& all) {
  ordered_json feedback = {{"_presentation", "semantic"}, {"stages", ordered_json::array()}};
  for (const GradedLab& graded : all) {
    ordered_json stage = ordered_json::object();
    for (const GateRow& row : rows_of(graded)) {
      ordered_json& gate = stage[row.name()];
      gate["passed"] = row.state == RowState::passed;
      if (row.state != RowState::passed) gate["hint"] = first_bytes(row.text(), most_hint_bytes);
    }
    feedback["stages"].push_back(graded.lab.lab);
    feedback[graded.lab.lab] = std::move(stage);
  }
  return feedback;
}

// What is known of gates that have not passed. The line before the scores is ours: there a line that
// a submission printed could pass for feedback.
std::string text_of(const std::vector<GradedLab>& all) {
  std::string text;
  for (const GradedLab& graded : all)
    for (const GateRow& row : rows_of(graded))
      if (row.state != RowState::passed)
        text += fmt::format("{}: {}\n", row.name(), first_bytes(row.text(), most_hint_bytes));
  for (const GradedLab& graded : all)
    if (!graded.score)
      text += fmt::format("No grade for {}, which is not 0 points: {}\n",
                          sanitize_line(graded.lab.lab), graded.why_no_score());
  return text;
}

std::string make_autolab(const std::vector<GradedLab>& all) {
  expect_one_result(all, "autolab");
  const bool has_scores =
      std::ranges::all_of(all, [](const GradedLab& graded) { return graded.score.has_value(); });
  return (has_scores ? feedback_of(all).dump() + "\n" : text_of(all)) + autolab_scores(all) + "\n";
}

}  // namespace

Export format_autolab() {
  return {"autolab", "the last lines of output that Autolab reads", make_autolab};
}

}  // namespace warplab
