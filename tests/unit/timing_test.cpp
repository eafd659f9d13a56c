#include "autograder/judge/timing.h"

#include <gtest/gtest.h>

namespace warplab {
namespace {

TEST(Median, OfOddEvenAndNoValues) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({}), 0);
}

TEST(Ratio, IsBaselineOverSubmission) {
  const Ratio ratio = ratio_of({{2, 1}, {2, 1}, {2, 1}});
  EXPECT_EQ(ratio.median, 2);
  EXPECT_EQ(ratio.low, 2);
  EXPECT_EQ(ratio.high, 2);
}

TEST(Ratio, OneSlowPairMovesTheIntervalAndNotTheMedian) {
  const Ratio ratio = ratio_of({{2, 1}, {2, 1}, {2, 1}, {2, 1}, {2, 8}});
  EXPECT_EQ(ratio.median, 2);
  EXPECT_EQ(ratio.low, 0.25);
}

// Ranks from the binomial distribution: n = 6 gives the whole range (96.9 %), n = 9 leaves one
// value out on either side (96.1 %), n = 12 leaves out two (96.1 %).
TEST(Ratio, IntervalHoldsTheMedianWith95Percent) {
  const auto interval = [](int n) {
    std::vector<Pair> pairs;
    for (int i = 1; i <= n; ++i) pairs.push_back({static_cast<double>(i), 1});
    return ratio_of(pairs);
  };
  EXPECT_EQ(interval(6).low, 1);
  EXPECT_EQ(interval(6).high, 6);
  EXPECT_EQ(interval(9).low, 2);
  EXPECT_EQ(interval(9).high, 8);
  EXPECT_EQ(interval(12).low, 3);
  EXPECT_EQ(interval(12).high, 10);
}

TEST(SpeedPoints, AreContinuousAndStayInRange) {
  EXPECT_EQ(speed_points(0.5, 1, 2, 10), 0);
  EXPECT_EQ(speed_points(1.5, 1, 2, 10), 5);
  EXPECT_EQ(speed_points(1.999, 1, 2, 10), 10);
  EXPECT_EQ(speed_points(9, 1, 2, 10), 10);
}

}  // namespace
}  // namespace warplab
