// The comparator of families that compute in floating point.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "autograder/problems/problem.h"

namespace warplab {

// Whether `got` is within `tolerance` of `expected`. What is not finite never is, unless the same
// is expected: then it has to be that infinity, or a NaN.
inline bool is_close(double got, double expected, double tolerance) {
  if (!std::isfinite(expected)) return got == expected || (std::isnan(got) && std::isnan(expected));
  return std::abs(got - expected) <= tolerance;
}

// Adds one value to a check.
inline void add_value(Check& check, double got, double expected, double tolerance) {
  ++check.total;
  check.wrong += !is_close(got, expected, tolerance);
  check.ok = check.wrong == 0;
  check.largest_error = std::max(check.largest_error, std::abs(got - expected));
}

// Compares all values of an output with the same tolerance.
template <typename Value>
Check compare(std::span<const Value> got, std::span<const double> expected, double tolerance) {
  Check check{true};
  for (std::size_t i = 0; i < expected.size(); ++i)
    add_value(check, got[i], expected[i], tolerance);
  return check;
}

}  // namespace warplab
