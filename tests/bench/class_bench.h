// A class: hand-ins per hour, and what grading them as a class costs beside grading each by itself.
#pragma once

#include "tests/bench/table.h"

namespace warplab::bench {

// Grades a class of three students in all labs, one with stubs, one with solutions, one with a known mistake
// in a step of each; and a few labs of such a class, in turn with the same files one by one. No two files are alike,
// and nothing is compiled before. Adds the figures to `table`. Throws std::runtime_error if a hand-in has no result.
void measure_class(Table& table);

// How long a class of 120 takes in these few labs, on two cores.
void measure_large_class(Table& table);

}  // namespace warplab::bench
