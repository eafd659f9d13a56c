// A class: hand-ins per hour, and what grading them as a class costs beside grading each by itself.
#pragma once

#include "tests/bench/table.h"

namespace warplab::bench {

// Grades a class of three students in all labs, one with stubs, one with solutions, one with a known mistake
// in a step of each; and the files of a few labs one by one. Nothing is compiled before, and GPU labs run on
// simt. Adds the figures to `table`. Throws std::runtime_error if a hand-in has no result.
void measure_class(Table& table);

// The same for a class of 120 in a few labs on two cores.
void measure_large_class(Table& table);

}  // namespace warplab::bench
