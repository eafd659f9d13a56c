// Cases of the heat lab: a plate, a number of iterations, and the shape of blocks where it is
// given.
#pragma once

#include <memory>
#include <vector>

#include "autograder/problems/problem.h"

namespace warplab {

// Threads of a block in x and y; 0: 16x16, where the program does not choose.
struct BlockShape {
  int x = 0, y = 0;
};

// Each size with several numbers of iterations, 0 and 1 among them; where `gives_shapes`, with
// shapes of blocks in turn.
std::vector<std::unique_ptr<Case>> make_small_plates(const Lab& lab, bool gives_shapes);

// Random temperatures.
std::unique_ptr<Case> make_plate(const Size& size, int iterations, const BlockShape& block);

// Hot places on a cold plate with two hot edges, and enough iterations to see them spread.
std::unique_ptr<Case> make_shown_plate();

// The same with the same places each time: start, middle and end.
Image draw_reference_plate();

}  // namespace warplab
