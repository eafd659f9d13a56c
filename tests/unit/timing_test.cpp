#include "autograder/judge/timing.h"

#include <gtest/gtest.h>

#include <vector>

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

std::vector<Pair> pairs_of(int count, double ratio) {
  return std::vector<Pair>(static_cast<std::size_t>(count), Pair{ratio, 1});
}

TEST(IsEnough, WithAClearRatioAfterTheFewest) {
  TimingPlan plan;
  plan.zero_at = 1;
  plan.full_at = 2;
  EXPECT_FALSE(is_enough(pairs_of(2, 3), plan, 0, true));
  EXPECT_TRUE(is_enough(pairs_of(3, 3), plan, 0, true)) << "full points for sure";
  EXPECT_FALSE(is_enough(pairs_of(3, 1.5), plan, 0, true)) << "more pairs, more exact points";
  EXPECT_TRUE(is_enough(pairs_of(3, 1.5), plan, 1.1 * plan.budget_s, true));
  EXPECT_TRUE(is_enough(pairs_of(plan.most_pairs, 1.5), plan, 0, true));
}

// `count` pairs, `some` of them again and again.
std::vector<Pair> repeated(const std::vector<Pair>& some, int count) {
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) pairs.push_back(some[static_cast<std::size_t>(i) % some.size()]);
  return pairs;
}

TEST(IsEnough, SpendsTwiceTheBudgetOnAnIntervalAcrossAThreshold) {
  TimingPlan plan;
  plan.full_at = 2;
  const std::vector<Pair> open = {{1.98, 1}, {2, 1}, {2.02, 1}};
  EXPECT_FALSE(is_enough(open, plan, 1.1 * plan.budget_s, true));
  EXPECT_TRUE(is_enough(open, plan, 2.1 * plan.budget_s, true));
}

TEST(IsEnough, TakesTwiceThePairsForAnIntervalAcrossAThreshold) {
  TimingPlan plan;
  plan.full_at = 2;
  const std::vector<Pair> open = {{1.98, 1}, {2.02, 1}};
  EXPECT_FALSE(is_enough(repeated(open, plan.most_pairs), plan, 0, true));
  EXPECT_FALSE(is_enough(repeated(open, 2 * plan.most_pairs - 1), plan, 0, true));
  EXPECT_TRUE(is_enough(repeated(open, 2 * plan.most_pairs), plan, 0, true));
}

TEST(IsEnough, HasFourTimesAsMuchForTimesThatScatter) {
  TimingPlan plan;
  plan.zero_at = 1;
  plan.full_at = 2;
  const std::vector<Pair> open = {{1.6, 1}, {2.4, 1}, {1.6, 1}, {2.4, 1}, {1.6, 1}, {2.4, 1}};
  EXPECT_FALSE(is_enough(open, plan, 7.9 * plan.budget_s, true));
  EXPECT_TRUE(is_enough(open, plan, 8.1 * plan.budget_s, true));
  EXPECT_FALSE(is_enough(repeated(open, 8 * plan.most_pairs - 1), plan, 0, true));
  EXPECT_TRUE(is_enough(repeated(open, 8 * plan.most_pairs), plan, 0, true));

  const std::vector<Pair> between = {{1.3, 1}, {1.6, 1}, {1.3, 1}, {1.6, 1}, {1.3, 1}, {1.6, 1}};
  EXPECT_FALSE(is_enough(between, plan, 3.9 * plan.budget_s, true));
  EXPECT_TRUE(is_enough(between, plan, 4.1 * plan.budget_s, true));
  EXPECT_FALSE(is_enough(repeated(between, 4 * plan.most_pairs - 1), plan, 0, true));
  EXPECT_TRUE(is_enough(repeated(between, 4 * plan.most_pairs), plan, 0, true));
  const std::vector<Pair> below = {{0.6, 1}, {0.9, 1}, {0.6, 1}, {0.9, 1}, {0.6, 1}, {0.9, 1}};
  EXPECT_TRUE(is_enough(below, plan, 1.1 * plan.budget_s, true)) << "no points anyway";
}

TEST(IsEnough, NotBeforeSixPairsWherePointsMayBeGivenByChance) {
  TimingPlan plan;
  plan.full_at = 2;
  const std::vector<Pair> lucky = {{2.1, 1}, {2.5, 1}, {2.1, 1}, {2.5, 1}, {2.1, 1}};
  EXPECT_FALSE(is_enough(lucky, plan, 100 * plan.budget_s, true));
  std::vector<Pair> six = lucky;
  six.push_back({2.5, 1});
  EXPECT_TRUE(is_enough(six, plan, 0, true));
  const std::vector<Pair> noisy = {{2.1, 1}, {4.2, 2}, {2.1, 1}};
  EXPECT_FALSE(is_enough(noisy, plan, 0, true)) << "both are slower by turns";
}

TEST(IsEnough, NotBeforeSixPairsWherePointsMayBeLostByChance) {
  TimingPlan plan;
  plan.full_at = 2;
  const std::vector<Pair> unlucky = {{1.8, 1}, {1.9, 1}, {1.9, 1}, {2.2, 1}, {1.9, 1}};
  EXPECT_FALSE(is_enough(unlucky, plan, 100 * plan.budget_s, true));
  std::vector<Pair> six = unlucky;
  six.push_back({1.9, 1});
  EXPECT_TRUE(is_enough(six, plan, 100 * plan.budget_s, true));
  const std::vector<Pair> all_below = {{1.6, 1}, {1.95, 1}, {1.8, 1}, {1.8, 1}};
  EXPECT_FALSE(is_enough(all_below, plan, 100 * plan.budget_s, true))
      << "once in 16 runs by chance";
  EXPECT_TRUE(is_enough(pairs_of(3, 1.5), plan, 100 * plan.budget_s, true)) << "surely slower";
  const std::vector<Pair> lucky = {{1.8, 1}, {2.2, 1}, {2.2, 1}};
  EXPECT_TRUE(is_enough(lucky, plan, 100 * plan.budget_s, true)) << "all points anyway";
}

TEST(IsEnough, WithFivePairsWithoutABaseline) {
  EXPECT_FALSE(is_enough(pairs_of(4, 0), {}, 0, false));
  EXPECT_TRUE(is_enough(pairs_of(5, 0), {}, 0, false));
}

TEST(Noise, IsTheSpreadOfTheBaselineAgainstItself) {
  EXPECT_DOUBLE_EQ(spread({1, 0.8, 1.25}), 0.25);
  EXPECT_EQ(noise_of({}), 0);
  EXPECT_EQ(noise_of({{3, 2}}), 0) << "modelled";
  EXPECT_EQ(noise_of({{3, 2}, {3, 1}, {3, 4}}), 0) << "the submission's times are not asked";
  EXPECT_DOUBLE_EQ(noise_of({{4, 1}, {5, 1}, {4, 1}}), 0.25);
}

TEST(IsUndecided, WhereTheIntervalOfAReferenceHoldsTheThreshold) {
  const auto is = [](const Ratio& ratio) {
    return is_undecided(ratio, 1.15, 0, SpeedRule::unless_refuted);
  };
  EXPECT_TRUE(is({1.13, 0.99, 1.45}));
  EXPECT_FALSE(is({1.13, 1.10, 1.14})) << "refuted";
  EXPECT_FALSE(is({1.30, 1.16, 1.45})) << "reached";
  EXPECT_FALSE(is({1.16, 0.99, 1.45})) << "reached, if only just";
  EXPECT_FALSE(is({1.1, 1.1, 1.1})) << "modelled";
}

TEST(IsUndecided, WhereItIsTheMachineThatScatters) {
  const auto is = [](const Ratio& ratio, double noise) {
    return is_undecided(ratio, 1.15, noise, SpeedRule::unless_noisy);
  };
  EXPECT_TRUE(is({1.13, 1.04, 1.25}, 0.1));
  EXPECT_TRUE(is({1.13, 1.04, 1.25}, 0.05)) << "twice the noise";
  EXPECT_FALSE(is({1.13, 1.04, 1.25}, 0.04)) << "the submission's own";
  EXPECT_FALSE(is({1.09, 1.04, 1.25}, 0.1)) << "more than 5 % are missing";
  EXPECT_FALSE(is({1.13, 1.10, 1.14}, 0.1)) << "refuted";
  EXPECT_FALSE(is({1.16, 1.04, 1.25}, 0.1)) << "reached, if only just";
}

TEST(SpeedPoints, AreContinuousAndStayInRange) {
  EXPECT_EQ(speed_points(0.5, 1, 2, 10), 0);
  EXPECT_EQ(speed_points(1.5, 1, 2, 10), 5);
  EXPECT_EQ(speed_points(1.999, 1, 2, 10), 10);
  EXPECT_EQ(speed_points(9, 1, 2, 10), 10);
}

}  // namespace
}  // namespace warplab
