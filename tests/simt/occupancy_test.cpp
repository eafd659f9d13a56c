#include "simt/model/occupancy.h"

#include <gtest/gtest.h>

namespace simt::model::occupancy_test {
namespace {

const Target& h200() { return *find_target("H200"); }

TEST(Occupancy, FullWhereNothingLimits) {
  const Occupancy o = occupancy(h200(), 256, 32, 0);
  EXPECT_EQ(o.blocks_per_sm, 8u);
  EXPECT_EQ(o.warps_per_sm, 64u);
  EXPECT_DOUBLE_EQ(o.fraction, 1);
  EXPECT_EQ(o.limit_blocks, 32u);
  EXPECT_EQ(o.limit_warps, 8u);
  EXPECT_EQ(o.limit_registers, 8u);
}

TEST(Occupancy, RegistersComeByTheWarpInUnitsOf256) {
  EXPECT_EQ(occupancy(h200(), 256, 33, 0).limit_registers, 6u);  // as 40 a thread: 51 warps
  EXPECT_EQ(occupancy(h200(), 256, 40, 0).limit_registers, 6u);
  EXPECT_EQ(occupancy(h200(), 256, 41, 0).limit_registers, 5u);
  EXPECT_EQ(occupancy(h200(), 1024, 64, 0).blocks_per_sm, 1u);
  EXPECT_EQ(occupancy(h200(), 1024, 65, 0).blocks_per_sm, 0u);  // cannot be launched
  EXPECT_EQ(occupancy(h200(), 32, 255, 0).limit_registers, 8u);
  EXPECT_EQ(occupancy(h200(), 32, 256, 0).blocks_per_sm, 0u);
}

TEST(Occupancy, WarpsOfABlockAreSharedOutToTheSchedulers) {
  // 96 threads, 168 registers: 12 warps fit (3 a scheduler), 4 blocks of 3 warps.
  EXPECT_EQ(occupancy(h200(), 96, 168, 0).limit_registers, 4u);
}

TEST(Occupancy, SharedMemoryIsRoundedAndPartlyReserved) {
  EXPECT_EQ(occupancy(h200(), 128, 16, 1200).limit_shared, 228u * 1024 / 2304);
  EXPECT_EQ(occupancy(h200(), 128, 16, 48 * 1024).limit_shared, 4u);
  EXPECT_EQ(occupancy(h200(), 128, 16, 227 * 1024).blocks_per_sm, 1u);
  EXPECT_EQ(occupancy(h200(), 128, 16, 227 * 1024 + 1).blocks_per_sm, 0u);
  const Target& t4 = *find_target("T4");  // nothing reserved, units of 256 bytes
  EXPECT_EQ(occupancy(t4, 128, 16, 16 * 1024).limit_shared, 4u);
  EXPECT_EQ(occupancy(t4, 128, 16, 16 * 1024 + 1).limit_shared, 3u);
}

TEST(Occupancy, PartialWarpsCountWhole) {
  EXPECT_EQ(occupancy(h200(), 33, 16, 0).limit_warps, 32u);
  EXPECT_EQ(occupancy(h200(), 1, 16, 0).warps_per_sm, 32u);  // 32 blocks at most
  EXPECT_EQ(occupancy(h200(), 672, 16, 0).blocks_per_sm, 3u);
}

TEST(Occupancy, EachTargetHasItsOwnLimits) {
  EXPECT_EQ(occupancy(*find_target("T4"), 256, 32, 0).blocks_per_sm, 4u);
  EXPECT_EQ(occupancy(*find_target("RTX3060"), 256, 32, 0).blocks_per_sm, 6u);
  EXPECT_EQ(occupancy(*find_target("K80"), 256, 64, 0).blocks_per_sm, 8u);  // 131072 registers
  EXPECT_EQ(occupancy(*find_target("K80"), 64, 16, 0).blocks_per_sm, 16u);
  EXPECT_EQ(occupancy(*find_target("A100"), 1024, 32, 163 * 1024).blocks_per_sm, 1u);
}

TEST(Occupancy, RegistersLimitTheThreadsOfABlock) {
  EXPECT_EQ(most_threads(h200(), 0), 1024u);
  EXPECT_EQ(most_threads(h200(), 64), 1024u);
  EXPECT_EQ(most_threads(h200(), 65), 896u);
  EXPECT_EQ(most_threads(h200(), 98), 512u);
  EXPECT_EQ(most_threads(h200(), 255), 256u);
  EXPECT_EQ(most_threads(h200(), 400), 256u);
}

TEST(Occupancy, AnAssemblerThatKnowsTheBlockKeepsToIt) {
  EXPECT_EQ(registers_that_fit(h200(), 109, 1024, 0), 64u);
  EXPECT_EQ(registers_that_fit(h200(), 109, 512, 1), 109u);
  EXPECT_EQ(registers_that_fit(h200(), 109, 256, 4), 64u);
  EXPECT_EQ(registers_that_fit(h200(), 109, 256, 8), 32u);
  EXPECT_EQ(registers_that_fit(h200(), 109, 256, 100), 32u);  // an SM has 2048 threads
  EXPECT_EQ(registers_that_fit(h200(), 40, 1024, 1), 40u);
}

TEST(Occupancy, ImpossibleBlocksGiveZeros) {
  for (uint32_t threads : {0u, 1025u, ~0u}) {
    const Occupancy o = occupancy(h200(), threads, 16, 0);
    EXPECT_EQ(o.blocks_per_sm, 0u);
    EXPECT_EQ(o.limit_warps, 0u);
    EXPECT_EQ(o.fraction, 0);
  }
  EXPECT_EQ(occupancy(h200(), 32, 0, ~0u).blocks_per_sm, 0u);
}

}  // namespace
}  // namespace simt::model::occupancy_test
