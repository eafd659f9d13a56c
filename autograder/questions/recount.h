// Counts what hardware does for an access, from its addresses alone. Deliberately plain, and apart from what simt counts
// with: an answer is only given where both say the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

#include "autograder/gpu/access_log.h"

namespace warplab {

// A thread of a launch, by the number of its block in the grid and its own in the block.
struct LoggedThread {
  std::uint64_t block = 0;
  std::uint32_t thread = 0;
  auto operator<=>(const LoggedThread&) const = default;
};

// Different banks of shared memory, 4 bytes wide and 32 in number, that the access reaches.
std::size_t count_banks_hit(const gpu::LoggedAccess& access);
// The largest number of different words that it reaches in one bank. Of at most 4 bytes per lane.
std::size_t count_wavefronts(const gpu::LoggedAccess& access);
// Different sectors, 32 bytes, of global memory. Allocations begin at multiples of that.
std::size_t count_sectors_touched(const gpu::LoggedAccess& access);

// The threads of a launch that access one of `bytes` bytes from `begin` on of a buffer, in this way.
std::set<LoggedThread> threads_that_access(const gpu::AccessLog& log, std::uint32_t launch,
                                           std::int32_t buffer, gpu::LoggedAccess::Kind kind,
                                           std::uint64_t begin, std::uint64_t bytes);

// Two lines of a file, the lower number first.
using LinePair = std::pair<std::uint32_t, std::uint32_t>;

// Accesses to shared memory that nothing orders.
struct UnorderedLines {
  std::set<LinePair> between_warps;
  std::set<LinePair> between_lanes;  // of one warp: whether something orders these is not known
};
// Pairs of lines of file number `file` that access one byte between the same two barriers, at least one of them by a
// store.
UnorderedLines find_unordered(const gpu::AccessLog& log, std::uint32_t file);

}  // namespace warplab
