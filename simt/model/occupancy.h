// How many blocks an SM holds: the occupancy calculator of the CUDA programming guide.
#pragma once

#include <cstdint>

#include "simt/model/target.h"

namespace simt::model {

constexpr uint32_t lanes_of_warp = 32;

struct Occupancy {
  uint32_t blocks_per_sm = 0;
  uint32_t warps_per_sm = 0;
  double fraction = 0;  // of the warps that an SM can hold
  // Blocks an SM by each limit alone (launch__occupancy_limit_*).
  uint32_t limit_blocks = 0, limit_registers = 0, limit_shared = 0, limit_warps = 0;
};

// Of blocks of `threads` threads with `registers` a thread and `shared_bytes` (static and dynamic)
// a block. All zero where a block does not fit at all.
Occupancy occupancy(const Target& target, uint32_t threads, uint32_t registers,
                    uint32_t shared_bytes);

// The most threads that a block may have where each takes so many registers: no more than a thread
// can have, the rest is spilled.
uint32_t most_threads(const Target& target, uint32_t registers);

// What an assembler makes of `registers` where it is told that an SM is to hold so many blocks of so
// many threads: at least one, and no more than it holds of threads that take none.
uint32_t registers_that_fit(const Target& target, uint32_t registers, uint32_t threads,
                            uint32_t blocks);

}  // namespace simt::model
