#include "autograder/exports/autolab_problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "autograder/exports/gate_rows.h"
#include "autograder/report/result.h"

namespace warplab {
namespace {

using nlohmann::ordered_json;

std::string name_of_problem(const std::string& lab, const GateRow& row) {
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

}  // namespace

std::vector<AutolabProblem> autolab_problems(const GradedLab& graded) {
  const std::string lab = short_name(graded.lab.lab);
  std::vector<AutolabProblem> problems;
  for (const GateRow& row : rows_of(graded))
    if (row.max_points > 0 && row.gate != grading_gate)
      problems.push_back({name_of_problem(lab, row), row.points, row.max_points});
  if (problems.empty()) problems.push_back({lab, 0, 0});
  return problems;
}

// A score that is null is none. Without any key Autolab would give every problem a 0.
std::string autolab_scores(const std::vector<GradedLab>& all) {
  ordered_json scores = ordered_json::object();
  for (const GradedLab& graded : all)
    for (const AutolabProblem& problem : autolab_problems(graded))
      scores[problem.name] = graded.score ? ordered_json(problem.points) : ordered_json(nullptr);
  return ordered_json{{"scores", std::move(scores)}}.dump();
}

}  // namespace warplab
