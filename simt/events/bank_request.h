// One request of shared memory: which lane wanted which bytes.
#pragma once

#include <array>
#include <cstdint>

#include "simt/events/finding.h"

namespace simt::events {

struct BankRequest {
  uint32_t wavefronts = 0;  // passes over the banks that it took
  uint32_t bytes = 0;       // a lane: of ldmatrix a row, whatever its type
  bool load = false;
  Index3 block;
  uint32_t warp = 0, lanes = 0;
  std::array<uint32_t, 32> offsets{};  // in shared memory, of these lanes
};

}  // namespace simt::events
