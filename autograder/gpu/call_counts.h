// What one call in the host code asks for, as often as it is made.
#pragma once

namespace warplab::gpu {

struct CallCounts {
  double launches = 0, threads = 0;
  double copies = 0;                        // and fills
  double transferred = 0, pageable = 0;     // bytes
  double in_default_stream = 0, waits = 0;  // of the host
};

}  // namespace warplab::gpu
