// What a case asks of a device besides its buffers: for families with labs for the GPU.
#pragma once

#include <cstdint>

namespace warplab {

struct GpuNeeds {
  bool kernels = true;             // an answer without one is none
  bool buffers_on_host = false;    // where the launch function copies them from and to
  std::uint64_t device_bytes = 0;  // that may be allocated at a time; 0: plenty
};

}  // namespace warplab
