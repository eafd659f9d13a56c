// The simulator: how fast it is, alone and beside other ways to run such kernels on a CPU, how soon
// a program starts and how much memory it takes.
#pragma once

#include "tests/bench/table.h"

namespace warplab::bench {

// Runs the 5x5 convolution of tests/bench/simt with counters, with all checkers, on one host thread
// and on two, and the same kernel on PoCL and Oclgrind. Adds the figures to `table`; a core's speed
// is by the time that the process has had a core. Throws std::runtime_error if two results differ,
// or if a checker finds anything.
void measure_simt(Table& table);

}  // namespace warplab::bench
