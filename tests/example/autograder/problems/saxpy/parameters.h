// The block of parameters that the grader sends along with a case, and that the drivers pass on.
#pragma once

#include <cstdint>

namespace warplab {

struct SaxpyParameters {
  std::int32_t n;  // numbers in a row
  float a;
};

}  // namespace warplab
