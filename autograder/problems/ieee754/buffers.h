// How many 32-bit numbers the buffers of a call have. Inline, for the grader and for the driver
// beside a student's code.
#pragma once

#include <cstddef>
#include <vector>

#include "autograder/problems/ieee754/parameters.h"

namespace warplab {

inline constexpr std::size_t fast_functions = 6;

inline std::vector<std::size_t> input_counts(const Ieee754Parameters& given) {
  const std::size_t n = given.count;
  switch (given.function) {
    case Ieee754Function::multiply_add:
      return {n, n, n};
    case Ieee754Function::find_difference:
      return {};
    case Ieee754Function::interval_operation:
      return {2 * n, 2 * n};
    case Ieee754Function::sum_rows:
      return {n * given.columns};
    case Ieee754Function::digit_sums:
      return {n};
    default:
      return {n, n};
  }
}

inline std::vector<std::size_t> output_counts(const Ieee754Parameters& given) {
  const std::size_t n = given.count;
  switch (given.function) {
    case Ieee754Function::multiply_add:
    case Ieee754Function::difference:
      return {n, n};
    case Ieee754Function::find_difference:
      return {3};
    case Ieee754Function::interval_operation:
      return {2 * n, n};
    case Ieee754Function::approximate:
      return {fast_functions * n};
    case Ieee754Function::sum_rows:
      return {n, n, n};
    case Ieee754Function::digit_sums:
      return {n};
    case Ieee754Function::all_integers:
      return {2 * n, n, n, n};
    default:
      return {n, n, n, n};
  }
}

}  // namespace warplab
