// The block of parameters that the grader sends along with a case, and that the drivers pass on.
#pragma once

#include <cstdint>

namespace warplab {

struct RdfParameters {
  std::int32_t n;     // particles
  std::int32_t bins;  // of the histogram
  float dr;           // width of a bin
};

}  // namespace warplab
