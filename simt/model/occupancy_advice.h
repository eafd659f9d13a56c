// What keeps more blocks from an SM, and what would let them in.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simt/model/occupancy.h"
#include "simt/model/target.h"

namespace simt::model {

// What a block takes of an SM.
struct BlockNeeds {
  uint32_t threads = 0;       // per block
  uint32_t registers = 0;     // per thread
  uint32_t shared_bytes = 0;  // per block, static and dynamic
  bool operator==(const BlockNeeds&) const = default;
};

enum class OccupancyLimit : uint8_t { threads, registers, shared_memory, blocks };

// An amount of one resource, all else as it is, and the blocks that an SM holds then.
struct BlocksWith {
  uint32_t amount = 0;
  uint32_t blocks_per_sm = 0;
};

struct OccupancyAdvice {
  Occupancy now;
  uint32_t most_warps = 0;                 // that an SM of the target can hold
  std::vector<OccupancyLimit> limited_by;  // each allows no more blocks than there are
  // One register fewer per thread; the most registers with which there are more blocks. Absent where
  // there is none to give up, or no number of them would do.
  std::optional<BlocksWith> register_less, fewer_registers;
  // The same of shared memory, in bytes per block: a KiB less (or none, where there is no KiB).
  std::optional<BlocksWith> kib_less, less_shared;
};

// From occupancy(). A block that does not fit at all gets advice without limits and amounts.
OccupancyAdvice advise_on_occupancy(const Target& target, const BlockNeeds& block);

}  // namespace simt::model
