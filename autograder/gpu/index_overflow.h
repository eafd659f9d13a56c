// Indices that overflow 32 bits in launches that are too large to be run. A few of their blocks run
// over memory without content; an access that is off by 2^32 elements has computed its index in an
// int.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simt/events/finding.h"
#include "simt/memory/address_space.h"

namespace warplab::gpu {

// The distance between the beginnings of allocations: large enough that an access 2^32 elements of
// 4 bytes too low is in none of them.
inline constexpr std::uint64_t overflow_distance = std::uint64_t{32} << 30;

// The linear indices of the blocks that run, out of `blocks`: the first, the last, and some between
// at equal distances.
std::vector<std::uint64_t> sampled_blocks(std::uint64_t blocks);

// Explains a bad access by an index that lost 2^32, if it would be in an allocation without the
// loss. Nothing for any other access, such as one just past the end of an allocation.
std::optional<simt::events::Finding> find_index_overflow(simt::events::Finding access,
                                                         const simt::memory::AddressSpace& memory);

}  // namespace warplab::gpu
