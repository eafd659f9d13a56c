// Programs that the benchmarks start.
#pragma once

#include <string>
#include <vector>

namespace warplab::bench {

struct ChildRun {
  std::string output;  // what it printed
  double seconds = 0;  // from its start to its end
};

// Runs a program, found on the PATH where its name has no slash. Throws std::runtime_error unless
// it ends with 0.
ChildRun run_child(const std::vector<std::string>& command);

}  // namespace warplab::bench
