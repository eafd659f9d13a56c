// Indices that overflow 32 bits, in launches that are too large to be run: a few of their blocks
// run over memory that holds nothing, and one that goes wrong by 2^32 elements has computed its
// place in an int.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simt/events/finding.h"
#include "simt/memory/address_space.h"

namespace warplab::gpu {

// So far apart have allocations to begin that a place 2^32 elements below its own, of 4 bytes each,
// is in none of them.
inline constexpr std::uint64_t overflow_distance = std::uint64_t{32} << 30;

// The linear numbers of those of `blocks` blocks that run: the first, the last, and some between,
// at equal distances.
std::vector<std::uint64_t> sampled_blocks(std::uint64_t blocks);

// What is to be said of a bad access, if an index that has lost 2^32 explains it: its place would
// be in an allocation. Nothing for any other.
std::optional<simt::events::Finding> find_index_overflow(simt::events::Finding access,
                                                         const simt::memory::AddressSpace& memory);

}  // namespace warplab::gpu
