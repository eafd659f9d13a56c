// What Autolab reads at the end of a job's output: a line of feedback and, the last one, of scores.
// It writes quotes around whatever stands before a colon in the latter, so names have no colon.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/report/result.h"

namespace warplab {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_hint_bytes = 1000;  // a job's output has at most 1000 KiB

// "lab2-1-outer-loop-speed": a problem of the assessment.
std::string problem_of(const std::string& lab, const GateRow& row) {
  std::string name = fmt::format("{}-{}-{}", lab, row.step, row.gate);
  std::ranges::replace_if(
      name,
      [](char c) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '-' || c == '_';
        return !is_plain;
      },
      '-');
  return name;
}

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

// A score that is null is none. Without any key Autolab would give every problem a 0.
ordered_json scores_of(const std::vector<GradedLab>& all) {
  ordered_json scores = ordered_json::object();
  for (const GradedLab& graded : all) {
    const std::string lab = short_name(graded.lab.lab);
    const auto score = [&](double points) {
      return graded.score ? ordered_json(points) : ordered_json(nullptr);
    };
    bool has_problem = false;
    for (const GateRow& row : rows_of(graded)) {
      if (row.max_points == 0 || row.gate == grading_gate) continue;
      scores[problem_of(lab, row)] = score(row.points);
      has_problem = true;
    }
    if (!has_problem) scores[lab] = score(0);
  }
  return scores;
}

std::string make_autolab(const std::vector<GradedLab>& all) {
  expect_one_result(all, "autolab");
  return feedback_of(all).dump() + "\n" + ordered_json{{"scores", scores_of(all)}}.dump() + "\n";
}

}  // namespace

Export format_autolab() {
  return {"autolab", "the last lines of output that Autolab reads", make_autolab};
}

}  // namespace warplab
