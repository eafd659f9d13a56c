// What another program of this machine says: git, or a command of Slurm.
#pragma once

#include <string>
#include <vector>

namespace warplab {

struct Answer {
  int code = 0;
  std::string output, errors;
};

// Runs the command line `words`. One that takes longer than `patience_s` is ended; its code is 1, and
// `errors` says so. Throws GraderError if it cannot be started.
Answer ask(const std::vector<std::string>& words, double patience_s);

}  // namespace warplab
