// The grader itself: how long a student waits, what the sandbox costs, how much memory the judge
// takes.
#pragma once

#include "tests/bench/table.h"

namespace warplab::bench {

// Runs `make grade-labN` on the solutions of every lab, as a student would after touching a file,
// and starts programs with and without the sandbox. Adds the figures to `table`. Throws
// std::runtime_error if a solution does not get its points for being right.
void measure_grader(Table& table);

// Runs `warplab watch`, saves files that are right, wrong and no program, and adds how long it takes until the
// watch says which. Throws std::runtime_error if it says something else.
void measure_watch(Table& table);

}  // namespace warplab::bench
