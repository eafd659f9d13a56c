// One plate whose heat spreads, and what has to come of it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "autograder/problems/problem.h"

namespace warplab {

struct HeatData {
  int width = 0, height = 0, iterations = 0;
  std::vector<float> start;  // row by row

  std::size_t cells() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
  std::size_t place(int y, int x) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  bool is_border(int y, int x) const {
    return y == 0 || y == height - 1 || x == 0 || x == width - 1;
  }
  // Cells that change.
  std::size_t inner_cells() const {
    return width < 3 || height < 3 ? 0 : static_cast<std::size_t>(width - 2) * (height - 2);
  }
};

struct ExpectedPlate {
  std::vector<double> values;  // row by row
  // Of each cell that is no border. An iteration adds four numbers and halves twice, which is
  // exact: each of the three additions rounds by at most 2^-24 of a sum of at most 4 times the
  // largest temperature, so the average is off by at most 3 * 2^-24 times it; and averages of
  // errors are no larger than these.
  double tolerance = 0;
};

// How many cells an iteration averages, and with what.
struct Average {
  double centre = 0, side = 0.25,
         corner = 0;  // coefficients of the cell, its neighbours, diagonal ones
};

// The oracle: the definition, in double. Other coefficients, to recognise a mistake.
ExpectedPlate expected_plate(const HeatData& data, int iterations, const Average& average = {});

// Borders by their bits, other cells within the tolerance; never right where a cell is no number.
Check check_plate(const HeatData& data, const ExpectedPlate& expected,
                  std::span<const float> plate);

}  // namespace warplab
