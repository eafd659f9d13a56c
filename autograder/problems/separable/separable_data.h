// One filtering to be computed: its image and filter, and what the result has to be.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "autograder/problems/problem.h"

namespace warplab {

struct SeparableData {
  int width = 0, height = 0, radius = 0;
  std::vector<double> filter;  // 2 * radius + 1
  std::vector<double> source;  // source_rows() rows of source_width()

  int taps() const { return 2 * radius + 1; }
  int source_width() const { return width + 2 * radius; }
  int source_rows() const { return height + 2 * radius; }
  double at(int y, int x) const {
    return source[static_cast<std::size_t>(y) * static_cast<std::size_t>(source_width()) +
                  static_cast<std::size_t>(x)];
  }
};

struct ExpectedImage {
  std::vector<double> values;  // row by row
  // Of every value. A sum of products in which nothing goes through more than n operations is off
  // by at most n * 2^-53 * (sum of |products|) (Higham, Accuracy and Stability of Numerical
  // Algorithms, 2002, section 3.1); n is 4 * radius + 6, and both sides compute in double.
  double tolerance = 0;
};

// The oracle: the definition, row sums first.
ExpectedImage expected_image(const SeparableData& data);

// Compares; never right where a value is no number.
Check check_image(const ExpectedImage& expected, std::span<const double> result);

}  // namespace warplab
