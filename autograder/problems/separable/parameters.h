// The block of parameters that the grader sends along with a case, and that the driver passes on.
#pragma once

#include <cstdint>

#include "autograder/gpu/recorder.h"

namespace warplab {

struct SeparableParameters {
  std::int32_t width, height, radius;  // width 0: the machine is asked for, and nothing filtered
  gpu::DeviceFigures figures;
  double filter[161];  // 2 * radius + 1 of them
};

}  // namespace warplab
