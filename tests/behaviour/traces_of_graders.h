// What graders have on the machine while they run, and leave nothing of.
#pragma once

#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "tests/run_command.h"

namespace warplab {

// The names of staging folders that are there, or that a process names.
inline std::set<std::string> traces_of_graders() {
  std::istringstream names(
      run_command("(ls /tmp /run/warplab /tmp/warplab-$(id -u) 2>/dev/null; ps -eo args) | "
                  "grep -o 'warplab-staging-[[:alnum:]]\\+'")
          .output);
  return {std::istream_iterator<std::string>(names), {}};
}

}  // namespace warplab
