// Steps with gates, for tests of what becomes of these.
#pragma once

#include <limits>

#include "autograder/course/lab.h"
#include "autograder/report/device.h"
#include "autograder/report/gate_kind.h"

namespace warplab {

inline Step cpu_step() {
  Step step;
  step.number = 2;
  step.name = "inner-loop";
  step.device = Device::cpu;
  step.gates[GateKind::correct].points = 8;
  step.gates[GateKind::speed].points = 4;
  step.speed = SpeedGate{"lab1-convolution-c", 1, 1.0, 2.0};
  return step;
}

inline Step gpu_step() {
  Step step = cpu_step();
  step.device = Device::gpu;
  step.gates[GateKind::checkers].points = 5;
  step.hardware = {{"requests", 0, 5, 3},
                   {"overlap", 50, std::numeric_limits<double>::infinity(), 2}};
  return step;
}

}  // namespace warplab
