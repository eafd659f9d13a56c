// The shortest time that a plan can take.
#pragma once

#include <string>

namespace warplab::gpu {

// A lower bound of any modelled time, and its reason.
struct Floor {
  double seconds = 0;
  std::string reason;  // "33.6 MB have to move, at 4180 GB/s at most"
};

}  // namespace warplab::gpu
