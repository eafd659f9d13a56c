// The least time that a plan can take.
#pragma once

#include <string>

namespace warplab::gpu {

// What no modelled time can be below, and why.
struct Floor {
  double seconds = 0;
  std::string reason;  // "33.6 MB have to move, at 4180 GB/s at most"
};

}  // namespace warplab::gpu
