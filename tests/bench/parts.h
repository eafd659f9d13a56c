// The parts that `bench` measures in turn, and the machine that it measures them on.
#pragma once

#include <span>

#include "autograder/report/machine.h"
#include "tests/bench/table.h"

namespace warplab::bench {

struct Part {
  const char* name;
  void (*measure)(Table& table);
};

struct Measured {
  Machine machine;
  Table table;
};

// Measures `parts` one after another. The machine is read first: a part may bind the calling thread
// to one core, which would then be all that there is.
Measured measure(std::span<const Part> parts);

}  // namespace warplab::bench
