// The block of parameters that the grader sends along with a case, and that the driver passes on.
#pragma once

#include <cstdint>

namespace warplab {

struct HeatParameters {
  std::int32_t width, height, iterations;
  std::int32_t block_x, block_y;  // threads of a block, for programs that do not choose
};

}  // namespace warplab
