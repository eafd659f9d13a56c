// Sectors (32 bytes) that a warp instruction touches in global memory, counted by the rule of the
// hardware. These functions are the plain rule, lane by lane; the handlers remember what they found
// for a pattern of addresses.
#pragma once

#include <cstdint>

namespace simt::exec {

inline constexpr uint32_t sector_bytes = 32;

struct SectorCount {
  uint32_t sectors = 0;  // different ones, over all bytes touched
  uint32_t ideal = 0;    // as few as the different bytes would fill
  bool operator==(const SectorCount&) const = default;
};

// Of an access of `bytes` a lane (1 to 32, each lane aligned to them) by the lanes of `mask`.
SectorCount count_sectors(const uint64_t* addresses, uint32_t mask, uint32_t bytes);

// Of a reduction or another atomic operation: the sum, over sectors, of the largest number of lanes
// at one address.
uint32_t count_sector_multiplicity(const uint64_t* addresses, uint32_t mask);

// How many different addresses the lanes name: constant memory answers one at a time.
uint32_t count_addresses(const uint64_t* addresses, uint32_t mask);

// Of local memory, whose 4-byte words are interleaved by lane: `offsets` are in the threads' own
// addresses.
uint32_t count_local_sectors(const uint64_t* offsets, uint32_t mask, uint32_t bytes);

}  // namespace simt::exec
