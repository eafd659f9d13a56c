// Where a kernel stands below the roof of a GPU.
#include "simt/model/roofline.h"

#include <gtest/gtest.h>

#include <limits>

#include "simt/model/facts.h"
#include "simt/model/target.h"
#include "simt/model/timing.h"

namespace simt::model::roofline_test {
namespace {

const Target& h200() { return *find_target("H200"); }

// 10 instructions per second, 2 bytes per second of L2, 1 of memory.
constexpr Roofline small{10, 2, 1};

TEST(Roofline, IsOfTheFiguresThatTimesAreMadeOf) {
  const Roofline roofline = roofline_of(h200());
  EXPECT_NEAR(roofline.instructions_per_s, 132 * 4 * 32 * 1.98e9, 1e6);
  EXPECT_EQ(roofline.memory_bytes_per_s, h200().memory_bytes_per_s);
  EXPECT_EQ(roofline.l2_bytes_per_s, h200().l2_bytes_per_s);
}

TEST(Roofline, SlopesWhereThereAreFewInstructionsPerByte) {
  const auto point = roofline_point(small, {8, 4, 4}, 8);
  ASSERT_TRUE(point);
  EXPECT_EQ(point->level, MemoryLevel::memory);
  EXPECT_EQ(point->instructions_per_byte, 2);
  EXPECT_EQ(point->instructions_per_s, 1);
  EXPECT_EQ(point->roof, 2);
}

TEST(Roofline, IsFlatWhereThereAreMany) {
  const auto point = roofline_point(small, {400, 4, 4}, 50);
  ASSERT_TRUE(point);
  EXPECT_EQ(point->instructions_per_s, 8);
  EXPECT_EQ(point->roof, 10);
}

TEST(Roofline, IsThatOfL2WhereItsBytesTakeLonger) {
  const auto point = roofline_point(small, {8, 8, 1}, 8);
  ASSERT_TRUE(point);
  EXPECT_EQ(point->level, MemoryLevel::l2);
  EXPECT_EQ(point->instructions_per_byte, 1);
  EXPECT_EQ(point->roof, 2);
}

TEST(Roofline, HasNoPointWithoutFigures) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(roofline_point(small, {8, 0, 0}, 8)) << "no byte moved";
  EXPECT_FALSE(roofline_point(small, {0, 8, 8}, 8)) << "nothing was done";
  EXPECT_FALSE(roofline_point(small, {8, 8, 8}, 0)) << "it took no time";
  EXPECT_FALSE(roofline_point(small, {infinity, 8, 8}, 8));
  EXPECT_FALSE(roofline_point(small, {8, infinity, infinity}, 8));
  EXPECT_FALSE(roofline_point(small, {8, 8, 8}, std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(roofline_point({}, {8, 8, 8}, 8));
}

// A launch that nobody sampled the caches of: each sector comes from memory.
LaunchFacts launch(double slots, double sectors) {
  LaunchFacts facts;
  facts.blocks = 132 * 8;
  facts.warps = 8 * facts.blocks;
  facts.threads = 256;
  facts.registers = 32;
  facts.work.issue = slots;
  facts.work.global_sectors = facts.work.load_sectors = sectors;
  facts.work.global_requests = sectors / 4;
  return facts;
}

TEST(Roofline, CountsLanesAndBytes) {
  const RooflineCounts counts = roofline_counts(h200(), launch(1e6, 1e7));
  EXPECT_NEAR(counts.instructions, 32e6, 1);
  EXPECT_NEAR(counts.l2_bytes, 32e7, 1);
  EXPECT_NEAR(counts.memory_bytes, 32e7, 1);
}

TEST(Roofline, IsAboveWhatIsModelled) {
  for (const Target& target : targets())
    for (const double slots : {1e5, 1e7, 1e9})
      for (const double sectors : {1e4, 1e7, 1e9}) {
        const LaunchFacts facts = launch(slots, sectors);
        const auto point = roofline_point(roofline_of(target), roofline_counts(target, facts),
                                          kernel_time(target, facts).seconds);
        ASSERT_TRUE(point) << target.name;
        EXPECT_LE(point->instructions_per_s, point->roof) << target.name << " " << slots;
      }
}

}  // namespace
}  // namespace simt::model::roofline_test
