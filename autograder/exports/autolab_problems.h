// The problems of an Autolab assessment, by which it files scores.
#pragma once

#include <string>
#include <vector>

#include "autograder/graded/graded_lab.h"

namespace warplab {

struct AutolabProblem {
  std::string name;  // "lab2-1-outer-loop-speed": letters, digits, '-' and '_' alone
  double points = 0, max_points = 0;
};

// One per gate with points, in order; of a lab without any, one that has the lab's short name.
std::vector<AutolabProblem> autolab_problems(const GradedLab& graded);

// The last line that Autolab reads, in which a lab without a score has null for each problem.
std::string autolab_scores(const std::vector<GradedLab>& all);

}  // namespace warplab
