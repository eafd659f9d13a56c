#include "autograder/exports/autolab_problems.h"

#include <fmt/format.h>

#include <algorithm>

#include "autograder/exports/gate_rows.h"
#include "autograder/report/result.h"

namespace warplab {
namespace {

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

}  // namespace warplab
