// What is different between two results of a lab, by gate.
#pragma once

#include <cstddef>
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

// A line that adds more to a counter than before, or less.
struct LineChange {
  int step = 0;
  std::string gate, code;
  std::size_t line = 0;  // as it is now; 0 where it is gone, or adds nothing any more
  double before = 0, after = 0;
  bool operator==(const LineChange&) const = default;
};

// By counter of a gate, the largest change first. Lines are the same whose code is the same, wherever
// they have moved.
std::vector<LineChange> changed_lines(const LabResult& before, const LabResult& after);

// In the order of `after`. What cannot be compared is left out: steps and gates that only one of
// them has, gates that are worth other points now, steps that the grader failed on.
std::vector<GateChange> changed_gates(const LabResult& before, const LabResult& after);

}  // namespace warplab
