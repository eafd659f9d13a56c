// What one call in the host code asks for, as often as it is made.
#pragma once

namespace warplab::gpu {

struct CallCounts {
  double launches = 0, threads = 0;
  double copies = 0;                     // and fills
  double transferred = 0, pageable = 0;  // bytes
  double in_default_stream = 0;
  // What makes work wait for its turn: waits of the host that other work comes after, and what is put into the only stream
  // that has any launches.
  double in_turn = 0;
};

}  // namespace warplab::gpu
