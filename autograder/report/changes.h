// What is different between two results of a lab, by gate.
#pragma once

#include <string>
#include <vector>

#include "autograder/report/result.h"

namespace warplab {

// A gate whose points, or whether it passes, differ. One may pass or not without any points.
struct GateChange {
  int step = 0;
  std::string gate;
  double points_before = 0, points_after = 0;
  bool passed_before = false, passed_after = false;
  bool operator==(const GateChange&) const = default;
};

// In the order of `after`. What cannot be compared is left out: steps and gates that only one of
// them has, gates that are worth other points now, steps that the grader failed on.
std::vector<GateChange> changed_gates(const LabResult& before, const LabResult& after);

}  // namespace warplab
