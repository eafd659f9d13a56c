// One plate whose heat spreads: what has to come of it, and why another is wrong.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/problems/family.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"
#include "common/image.h"

namespace warplab {

// Threads of a block in x and y; 0: 16x16, where the program does not choose.
struct ThreadBlock {
  int x = 0, y = 0;
};

struct HeatData {
  int width = 0, height = 0, iterations = 0;
  std::vector<float> start;  // row by row
  ThreadBlock block = {};    // that the program is told

  std::size_t cells() const { return std::size_t(width) * height; }
  std::size_t place(int y, int x) const { return std::size_t(y) * width + x; }
  int row(std::size_t place) const { return static_cast<int>(place / width); }
  int column(std::size_t place) const { return static_cast<int>(place % width); }
  bool is_border(std::size_t place) const {
    const int y = row(place), x = column(place);
    return y == 0 || y == height - 1 || x == 0 || x == width - 1;
  }
  // Cells that change.
  std::size_t inner_cells() const {
    return width < 3 || height < 3 ? 0 : std::size_t(width - 2) * (height - 2);
  }
};

struct ExpectedPlate {
  std::vector<double> values;  // row by row
  // Of each cell that is no border. An iteration adds four numbers and halves twice, which is
  // exact: each of the three additions rounds by at most 2^-24 of a sum of at most 4 times the
  // largest temperature, so the average is off by at most 3 * 2^-24 times it; and averages of
  // errors are no larger than these.
  double tolerance = 0;

  // Whether a cell has what it has to have: on the border the same bits as at the start, else a
  // temperature within the tolerance.
  bool allows(const HeatData& data, std::size_t place, float got) const;
};

// How many cells an iteration averages, and with what.
struct Average {
  double centre = 0, side = 0.25,
         corner = 0;  // coefficients of the cell, its neighbours, diagonal ones
};

// The oracle: the definition, in double. Other coefficients, to recognise a mistake.
ExpectedPlate expected_plate(const HeatData& data, int iterations, const Average& average = {});

// Compares all cells; never right where one is no number.
Check check_plate(const HeatData& data, const ExpectedPlate& expected,
                  std::span<const float> plate);

// How many cells are wrong, the first with expected and got, the likely cause, the next step.
// `scratch` is what was left there.
Diagnosis explain_wrong_plate(const HeatData& data, const ExpectedPlate& expected,
                              std::span<const float> plate, std::span<const float> scratch,
                              const Case::Evidence& evidence, const std::string& case_name);

// Each size with several numbers of iterations, 0 and 1 among them; where `gives_blocks`, with
// shapes of blocks in turn.
Cases make_small_plates(const Lab& lab, bool gives_blocks);
// Random temperatures.
std::unique_ptr<Case> make_plate(const Size& size, int iterations, const ThreadBlock& block);
// Hot places on a cold plate with two hot edges, and enough iterations to see them spread.
std::unique_ptr<Case> make_shown_plate();
// The same with the same places each time: start, middle and end.
Image draw_reference_plate();

}  // namespace warplab
