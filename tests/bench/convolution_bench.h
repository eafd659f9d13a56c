// The solutions of labs 1-3 against each other, against OpenCV, and against a plain copy.
#pragma once

#include "tests/bench/table.h"

namespace warplab::bench {

// Checks that all solutions agree on a 4992x3744 picture of random RGBA floats, then measures them,
// on one thread and on all. Adds milliseconds (medians) and ratios (medians of ratios of one round)
// to `table`. Throws std::runtime_error if a solution's output differs from lab 1's.
void measure_convolution(Table& table);

}  // namespace warplab::bench
