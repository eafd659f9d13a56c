// Speed as a ratio: pairs of interleaved times, their median ratio and its confidence interval.
#pragma once

#include <vector>

namespace warplab {

// Times in seconds, one pair an ABAB round: the baseline's and the submission's, measured one right
// after the other, so that what slows the machine down slows both.
struct Pair {
  double baseline_s = 0;
  double submission_s = 0;
};

// Median of baseline / submission (above 1: the submission is faster) and the distribution-free 95
// % confidence interval of that median from order statistics (David and Nagaraja, Order Statistics,
// section 7.1); with fewer than six pairs no interval reaches 95 %, and it is the whole range. That
// is for a number of pairs that was fixed before. Measuring ends as soon as all points are certain,
// so it holds the true ratio in 75 to 99 % of the runs (timing_simulation_test.cpp).
struct Ratio {
  double median = 0;
  double low = 0;
  double high = 0;
};

// The median; 0 for no values. The mean of the middle two for an even number.
double median(std::vector<double> values);

Ratio ratio_of(const std::vector<Pair>& pairs);

// How far the ends of the interval lie from its middle: 0.05 for [0.95, 1.05].
double spread(const Ratio& ratio);

// The machine's noise: the spread of the baseline against itself, each time over the next. A
// submission does not run meanwhile, so it has no part in it. 0 for fewer than two pairs.
double noise_of(const std::vector<Pair>& pairs);

// A ratio and a machine that scatter less than this need no further pairs.
inline constexpr double quiet_spread = 0.05;

// When enough pairs have been measured.
struct TimingPlan {
  double budget_s = 4;  // of measuring
  double zero_at = 0;   // thresholds: an interval that holds one of them is worth more pairs
  double full_at = 0;
  int fewest_pairs = 3;
  int most_pairs = 21;
};

// Whether more pairs would tell nothing more, `spent_s` after measuring began. An interval that
// holds a threshold has twice the time; where times scatter and points hang on it, there is four
// times as much for four times as many pairs. Points that chance may have taken, or given where
// times scatter, have six pairs at least, whatever they cost. Without a baseline there is no ratio
// to be sure of.
bool is_enough(const std::vector<Pair>& pairs, const TimingPlan& plan, double spent_s,
               bool has_baseline);

// What SpeedRule::unless_noisy allows: an interval this many times as wide as the baseline's own,
// and a median that this share is missing from. Both come from timing_simulation_test.cpp, which
// fails with 3, or with 0.08: scatter would then give slow submissions points, their own included.
inline constexpr double widest_of_noise = 2, most_missing = 0.05;

// Where a threshold that the median misses counts as reached, if the interval holds it. Found with
// the same simulation; docs/security.md says what each costs.
enum class SpeedRule {
  // The interval is not much wider than the baseline's own (widest_of_noise), so that the scatter is
  // the machine's and not the submission's, and little is missing (most_missing): for submissions.
  unless_noisy,
  // Always: for reference solutions, which have no reason to make their own times scatter.
  unless_refuted
};

// Whether the threshold counts as reached: a quieter machine would tell on which side of it the
// median is.
bool is_undecided(const Ratio& ratio, double threshold, double noise, SpeedRule rule);

// Points between 0 and `max_points`: none at `zero_at`, all at `full_at`, a straight line between.
double speed_points(double ratio, double zero_at, double full_at, double max_points);

}  // namespace warplab
