#include "simt/model/occupancy_advice.h"

#include <gtest/gtest.h>

#include <vector>

namespace simt::model::occupancy_advice_test {
namespace {

using Limits = std::vector<OccupancyLimit>;

const Target& h200() { return *find_target("H200"); }

TEST(OccupancyAdvice, NamesTheThreadsWhereAnSmIsFull) {
  const OccupancyAdvice advice = advise_on_occupancy(h200(), {1024, 16, 0});
  EXPECT_EQ(advice.now.blocks_per_sm, 2u);
  EXPECT_EQ(advice.most_warps, 64u);
  EXPECT_EQ(advice.limited_by, Limits{OccupancyLimit::threads});
  ASSERT_TRUE(advice.register_less);
  EXPECT_EQ(advice.register_less->amount, 15u);
  EXPECT_EQ(advice.register_less->blocks_per_sm, 2u);
  EXPECT_FALSE(advice.fewer_registers) << "no number of registers makes more room";
  EXPECT_FALSE(advice.kib_less) << "there is none to give up";
  EXPECT_FALSE(advice.less_shared);
}

TEST(OccupancyAdvice, TellsWhatFewerRegistersWouldDo) {
  const OccupancyAdvice six = advise_on_occupancy(h200(), {256, 40, 0});
  EXPECT_EQ(six.now.blocks_per_sm, 6u);
  EXPECT_EQ(six.limited_by, Limits{OccupancyLimit::registers});
  EXPECT_EQ(six.register_less->blocks_per_sm, 6u) << "39 are rounded up to 40";
  ASSERT_TRUE(six.fewer_registers);
  EXPECT_EQ(six.fewer_registers->amount, 32u);
  EXPECT_EQ(six.fewer_registers->blocks_per_sm, 8u);
  const OccupancyAdvice five = advise_on_occupancy(h200(), {256, 41, 0});
  EXPECT_EQ(five.now.blocks_per_sm, 5u);
  EXPECT_EQ(five.register_less->amount, 40u);
  EXPECT_EQ(five.register_less->blocks_per_sm, 6u);
  EXPECT_EQ(five.fewer_registers->amount, 40u);
}

// 228 KiB an SM, of which a block takes a KiB besides its own, in units of 128 bytes.
TEST(OccupancyAdvice, TellsWhatLessSharedMemoryWouldDo) {
  const OccupancyAdvice four = advise_on_occupancy(h200(), {128, 16, 48 * 1024});
  EXPECT_EQ(four.now.blocks_per_sm, 4u);
  EXPECT_EQ(four.limited_by, Limits{OccupancyLimit::shared_memory});
  ASSERT_TRUE(four.kib_less);
  EXPECT_EQ(four.kib_less->amount, 47u * 1024);
  EXPECT_EQ(four.kib_less->blocks_per_sm, 4u);
  ASSERT_TRUE(four.less_shared);
  EXPECT_EQ(four.less_shared->amount, 45568u) << "a fifth, 46694 bytes, in whole units, less 1024";
  EXPECT_EQ(four.less_shared->blocks_per_sm, 5u);
  const OccupancyAdvice almost = advise_on_occupancy(h200(), {128, 16, 45569});
  EXPECT_EQ(almost.now.blocks_per_sm, 4u);
  EXPECT_EQ(almost.kib_less->blocks_per_sm, 5u);
}

TEST(OccupancyAdvice, TakesAllOfLessThanAKib) {
  const OccupancyAdvice advice = advise_on_occupancy(h200(), {32, 16, 100});
  ASSERT_TRUE(advice.kib_less);
  EXPECT_EQ(advice.kib_less->amount, 0u);
}

TEST(OccupancyAdvice, NamesBlocksWhereTheyAreSmall) {
  const OccupancyAdvice advice = advise_on_occupancy(h200(), {32, 16, 0});
  EXPECT_EQ(advice.now.blocks_per_sm, 32u);
  EXPECT_EQ(advice.now.warps_per_sm, 32u);
  EXPECT_EQ(advice.limited_by, Limits{OccupancyLimit::blocks});
  EXPECT_FALSE(advice.fewer_registers);
}

TEST(OccupancyAdvice, NamesAllThatLimit) {
  const OccupancyAdvice advice = advise_on_occupancy(h200(), {256, 32, 0});
  EXPECT_EQ(advice.limited_by, (Limits{OccupancyLimit::threads, OccupancyLimit::registers}));
  EXPECT_FALSE(advice.fewer_registers) << "the threads limit as well";
}

// Each of them is as far as it goes: one more, and there are no more blocks than now.
TEST(OccupancyAdvice, AsksForNoMoreThanItTakes) {
  for (const Target& target : targets())
    for (const BlockNeeds& block : {BlockNeeds{256, 63, 9000}, BlockNeeds{192, 50, 12 << 10},
                                    BlockNeeds{640, 37, 20000}, BlockNeeds{64, 60, 5000}}) {
      const OccupancyAdvice advice = advise_on_occupancy(target, block);
      const uint32_t now = advice.now.blocks_per_sm;
      ASSERT_GT(now, 0u) << target.name;
      if (advice.fewer_registers) {
        const uint32_t most = advice.fewer_registers->amount;
        EXPECT_GT(occupancy(target, block.threads, most, block.shared_bytes).blocks_per_sm, now);
        EXPECT_EQ(occupancy(target, block.threads, most + 1, block.shared_bytes).blocks_per_sm,
                  now);
      }
      if (advice.less_shared) {
        const uint32_t most = advice.less_shared->amount;
        EXPECT_GT(occupancy(target, block.threads, block.registers, most).blocks_per_sm, now);
        EXPECT_EQ(occupancy(target, block.threads, block.registers, most + 1).blocks_per_sm, now);
      }
    }
}

TEST(OccupancyAdvice, HasNoneForABlockThatDoesNotFit) {
  for (const BlockNeeds& block :
       {BlockNeeds{}, BlockNeeds{2048, 16, 0}, BlockNeeds{32, ~0u, 0}, BlockNeeds{32, 16, ~0u}}) {
    const OccupancyAdvice advice = advise_on_occupancy(h200(), block);
    EXPECT_TRUE(advice.limited_by.empty());
    EXPECT_FALSE(advice.register_less || advice.fewer_registers || advice.kib_less ||
                 advice.less_shared);
  }
}

}  // namespace
}  // namespace simt::model::occupancy_advice_test
