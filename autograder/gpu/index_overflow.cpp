#include "autograder/gpu/index_overflow.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace warplab::gpu {
namespace {

using simt::events::Finding;
using simt::events::FindingKind;
using simt::memory::Allocation;

constexpr std::uint64_t intervals = 8;
constexpr std::uint64_t lost = std::uint64_t{1} << 32;
// What an index has wrapped to is far below 0; one that is wrong otherwise, by what a kernel reads
// where no data is, is near.
constexpr std::uint64_t least_below = std::uint64_t{1} << 24;
// An access this close past the end of an array has missed that one. Arrays lie 2^32 elements of 8
// bytes apart, so that it would otherwise look like an index of the next one.
constexpr std::uint64_t most_past_end = std::uint64_t{1} << 16;
// Bytes that an index counts: of numbers, of a few side by side, of vectors.
constexpr std::array<std::uint64_t, 7> element_sizes = {1, 2, 3, 4, 8, 12, 16};

bool is_bad_address(const Finding& finding) {
  return finding.has_address &&
         (finding.kind == FindingKind::out_of_bounds || finding.kind == FindingKind::host_pointer);
}

bool is_past_end(const Allocation& allocation, std::uint64_t address) {
  const std::uint64_t end = allocation.begin + allocation.size;
  return address >= end && address - end < most_past_end;
}

// Whether the place is in the allocation, once it has got back what its index has lost.
bool would_be_in(const Allocation& allocation, std::uint64_t address) {
  if (address >= allocation.begin) return false;
  const std::uint64_t below = allocation.begin - address;
  return std::ranges::any_of(element_sizes, [&](std::uint64_t size) {
    return below >= least_below * size && below <= lost * size &&
           lost * size - below < allocation.size;
  });
}

}  // namespace

std::vector<std::uint64_t> sampled_blocks(std::uint64_t blocks) {
  std::vector<std::uint64_t> sampled;
  if (blocks == 0) return sampled;
  for (std::uint64_t i = 0; i <= intervals; ++i) {
    const std::uint64_t last = blocks - 1;
    sampled.push_back(last / intervals * i + last % intervals * i / intervals);
  }
  const auto [first, end] = std::ranges::unique(sampled);
  sampled.erase(first, end);
  return sampled;
}

std::optional<Finding> find_index_overflow(Finding access,
                                           const simt::memory::AddressSpace& memory) {
  if (!is_bad_address(access)) return std::nullopt;
  const auto allocations = memory.live();
  if (std::ranges::any_of(allocations, [&](const Allocation* allocation) {
        return is_past_end(*allocation, access.address);
      }))
    return std::nullopt;
  const auto meant = std::ranges::find_if(allocations, [&](const Allocation* allocation) {
    return would_be_in(*allocation, access.address);
  });
  if (meant == allocations.end()) return std::nullopt;
  access.kind = FindingKind::index_overflow;
  access.what = fmt::format("{} of {}, which has {} bytes: the index overflows 32 bits",
                            access.where.access, (*meant)->name, (*meant)->size);
  access.has_address = false;
  access.allocation.clear();
  return access;
}

}  // namespace warplab::gpu
