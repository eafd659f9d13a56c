// Points are whole tenths. What a share of them comes to is rounded here, wherever that is done.
#pragma once

#include <cmath>

namespace warplab {

// The nearest whole number, a half up. A half is one also where its binary form misses it: 3 points at 5 % off are 2.85,
// and computed with doubles 2.8499999999999996.
inline double half_up(double value) {
  constexpr double missed = 1e-9;  // more than doubles err by, less than a percentage means
  return std::floor(value + 0.5 + missed);
}

// Points in tenths, of which there is never a part.
inline double in_tenths(double points) { return half_up(10 * points) / 10; }

}  // namespace warplab
