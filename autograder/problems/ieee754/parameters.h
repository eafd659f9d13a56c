// The block of parameters that the grader sends along with a case, and that the driver passes on.
#pragma once

#include <cstdint>

namespace warplab {

// Which function of common/ieee754_gpu.h is called.
enum class Ieee754Function : std::int32_t {
  multiply_add,
  find_difference,
  interval_operation,
  divide_and_root,
  approximate,
  difference,
  sum_rows,
  divide_integers,
  digit_sums,
  all_integers  // both, of a multiple of 64 integers: the sums lie behind the quotients
};

struct Ieee754Parameters {
  Ieee754Function function;
  std::int32_t choice;    // the IntervalOperation; of integers, the divisor's logarithm
  std::uint64_t count;    // of elements; of sum_rows, rows
  std::uint64_t columns;  // of sum_rows
};

}  // namespace warplab
