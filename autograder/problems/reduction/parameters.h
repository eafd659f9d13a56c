// The block of parameters that the grader sends along with a case, and that the driver passes on.
#pragma once

#include <cstdint>

namespace warplab {

struct ReductionParameters {
  std::uint64_t count;     // of numbers
  std::uint64_t is_float;  // 0: int
};

}  // namespace warplab
