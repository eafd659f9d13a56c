// What a case asks of a device besides its buffers: for families with labs for the GPU.
#pragma once

#include <cstdint>

namespace warplab {

struct GpuNeeds {
  bool kernels = true;             // an answer without one is none
  bool buffers_on_host = false;    // where the launch function copies them from and to
  std::uint64_t device_bytes = 0;  // that may be allocated at a time; 0: plenty
  // Whether checkers watch it. They take long where many warps do little each.
  bool checkers = true;
};

// A case of more rows is there for its results, and needs no checkers.
constexpr int most_blocks_in_y = 65535;  // of a grid

}  // namespace warplab
