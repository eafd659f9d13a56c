#include "simt/exec/sectors.h"

#include <algorithm>
#include <array>

#include "simt/exec/op.h"

namespace simt::exec {
namespace {

// Sorts the active lanes' addresses to the front and returns how many there are.
uint32_t sort_addresses(const uint64_t* addresses, uint32_t mask,
                        std::array<uint64_t, warp_size>& sorted) {
  uint32_t count = 0;
  for_active(mask, [&](int lane) { sorted[count++] = addresses[lane]; });
  std::sort(sorted.begin(), sorted.begin() + count);
  return count;
}

}  // namespace

SectorCount count_sectors(const uint64_t* addresses, uint32_t mask, uint32_t bytes) {
  std::array<uint64_t, warp_size> sorted;
  const uint32_t count = sort_addresses(addresses, mask, sorted);
  SectorCount result;
  uint32_t different = 0;  // bytes
  for (uint32_t i = 0; i < count; ++i) {
    if (i == 0 || sorted[i] / sector_bytes != sorted[i - 1] / sector_bytes) ++result.sectors;
    if (i == 0 || sorted[i] != sorted[i - 1]) different += bytes;
  }
  result.ideal = (different + sector_bytes - 1) / sector_bytes;
  return result;
}

uint32_t count_sector_multiplicity(const uint64_t* addresses, uint32_t mask) {
  std::array<uint64_t, warp_size> sorted;
  const uint32_t count = sort_addresses(addresses, mask, sorted);
  uint32_t sum = 0, run = 0, largest = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (i > 0 && sorted[i] / sector_bytes != sorted[i - 1] / sector_bytes) {
      sum += largest;
      largest = 0;
    }
    run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
    largest = std::max(largest, run);
  }
  return sum + largest;
}

uint32_t count_addresses(const uint64_t* addresses, uint32_t mask) {
  std::array<uint64_t, warp_size> sorted;
  const auto end = sorted.begin() + sort_addresses(addresses, mask, sorted);
  return static_cast<uint32_t>(std::unique(sorted.begin(), end) - sorted.begin());
}

uint32_t count_local_sectors(const uint64_t* offsets, uint32_t mask, uint32_t bytes) {
  std::array<uint64_t, warp_size * 8> sectors;
  uint32_t count = 0;
  for_active(mask, [&](int lane) {
    for (uint64_t word = offsets[lane] / 4; word <= (offsets[lane] + bytes - 1) / 4; ++word)
      sectors[count++] = (word * warp_size + lane) * 4 / sector_bytes;
  });
  std::sort(sectors.begin(), sectors.begin() + count);
  return static_cast<uint32_t>(std::unique(sectors.begin(), sectors.begin() + count) -
                               sectors.begin());
}

}  // namespace simt::exec
