// The rule of sectors of global and local memory.
#include "simt/exec/sectors.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <set>

#include "simt/exec/op.h"

namespace simt::exec {
namespace {

struct Addresses {
  uint64_t of[warp_size];
  explicit Addresses(const std::function<uint64_t(uint64_t)>& address) {
    for (uint64_t l = 0; l < warp_size; ++l) of[l] = address(l);
  }
};

SectorCount count(uint32_t bytes, const std::function<uint64_t(uint64_t)>& address,
                  uint32_t mask = full_mask) {
  return count_sectors(Addresses(address).of, mask, bytes);
}

TEST(Sectors, ContiguousAccessesNeedNoMoreThanTheirBytes) {
  EXPECT_EQ(count(1, [](uint64_t l) { return l; }), (SectorCount{1, 1}));
  EXPECT_EQ(count(4, [](uint64_t l) { return 4 * l; }), (SectorCount{4, 4}));
  EXPECT_EQ(count(8, [](uint64_t l) { return 8 * l; }), (SectorCount{8, 8}));
  EXPECT_EQ(count(16, [](uint64_t l) { return 16 * l; }), (SectorCount{16, 16}));
}

TEST(Sectors, MisalignedStartCostsOneMore) {
  EXPECT_EQ(count(4, [](uint64_t l) { return 4 * l + 4; }), (SectorCount{5, 4}));
  EXPECT_EQ(count(1, [](uint64_t l) { return l + 31; }), (SectorCount{2, 1}));
}

TEST(Sectors, StridesAndBroadcasts) {
  EXPECT_EQ(count(1, [](uint64_t l) { return 3 * l; }), (SectorCount{3, 1}));
  EXPECT_EQ(count(4, [](uint64_t l) { return 128 * l; }), (SectorCount{32, 4}));
  EXPECT_EQ(count(4, [](uint64_t) { return 40; }), (SectorCount{1, 1}));
  EXPECT_EQ(count(4, [](uint64_t l) { return 4 * (31 - l); }), (SectorCount{4, 4}));
}

TEST(Sectors, InactiveLanesTakeNoPart) {
  EXPECT_EQ(count(
                4, [](uint64_t l) { return 128 * l; }, 0x11),
            (SectorCount{2, 1}));
  EXPECT_EQ(count(
                4, [](uint64_t l) { return 128 * l; }, 0),
            (SectorCount{0, 0}));
}

TEST(Sectors, AgreeWithASetOfBytes) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    const uint32_t bytes = 1u << random() % 6, mask = random(), range = 1 + random() % 2000;
    uint64_t addresses[warp_size];
    std::set<uint64_t> sectors, touched;
    for (int l = 0; l < warp_size; ++l) {
      addresses[l] = uint64_t{0x2000'0000'0000} + random() % range * bytes;
      if (!(mask >> l & 1)) continue;
      for (uint32_t b = 0; b < bytes; ++b) {
        touched.insert(addresses[l] + b);
        sectors.insert((addresses[l] + b) >> 5);
      }
    }
    const SectorCount found = count_sectors(addresses, mask, bytes);
    EXPECT_EQ(found.sectors, sectors.size());
    EXPECT_EQ(found.ideal, (touched.size() + 31) / 32);
  }
}

TEST(Sectors, MultiplicityIsTheWorstAddressOfEachSector) {
  EXPECT_EQ(count_sector_multiplicity(Addresses([](uint64_t) { return 64; }).of, full_mask), 32u);
  EXPECT_EQ(count_sector_multiplicity(Addresses([](uint64_t l) { return 4 * l; }).of, full_mask),
            4u);
  // Sector 0: addresses 0 and 4 by 8 lanes each; sector 1: address 32 by 16 lanes.
  EXPECT_EQ(count_sector_multiplicity(
                Addresses([](uint64_t l) { return l < 16 ? l % 2 * 4 : 32; }).of, full_mask),
            8u + 16u);
  EXPECT_EQ(count_sector_multiplicity(Addresses([](uint64_t) { return 0; }).of, 0), 0u);
}

TEST(Sectors, LocalMemoryIsInterleavedByLane) {
  EXPECT_EQ(count_local_sectors(Addresses([](uint64_t) { return 8; }).of, full_mask, 4), 4u);
  EXPECT_EQ(count_local_sectors(Addresses([](uint64_t) { return 8; }).of, full_mask, 8), 8u);
  EXPECT_EQ(count_local_sectors(Addresses([](uint64_t) { return 8; }).of, 0x1, 1), 1u);
  EXPECT_EQ(count_local_sectors(Addresses([](uint64_t l) { return 4 * l; }).of, full_mask, 4), 32u);
}

}  // namespace
}  // namespace simt::exec
