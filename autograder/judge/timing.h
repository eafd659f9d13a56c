// Speed as a ratio: pairs of interleaved times, their median ratio and its confidence interval.
#pragma once

#include <vector>

namespace warplab {

// The times of the baseline and of the submission, in seconds, measured directly one after the
// other, so whatever slows the machine down slows both. One pair per ABAB round.
struct Pair {
  double baseline_s = 0;
  double submission_s = 0;
};

// The median of baseline / submission (above 1: the submission is faster), and its
// distribution-free 95 % confidence interval from order statistics (David and Nagaraja, Order
// Statistics, section 7.1). With fewer than six pairs no interval reaches 95 %, and it is the whole
// range. The 95 % hold for a number of pairs fixed in advance. As measuring ends when all points
// are certain, the interval contains the true ratio in 75 to 99 % of the runs
// (timing_simulation_test.cpp).
struct Ratio {
  double median = 0;
  double low = 0;
  double high = 0;
};

// The median: 0 for no values, the mean of the middle two for an even number.
double median(std::vector<double> values);

Ratio ratio_of(const std::vector<Pair>& pairs);

// Half the width of the interval, relative to its middle: 0.05 for [0.95, 1.05].
double spread(const Ratio& ratio);

// The machine's noise: the spread of the baseline's ratios to itself, each time divided by the
// next. The submission has no part in it, as it does not run then. 0 for fewer than two pairs.
double noise_of(const std::vector<Pair>& pairs);

// No further pairs are needed if both the ratio and the machine scatter less than this.
inline constexpr double quiet_spread = 0.05;

// When enough pairs have been measured.
struct TimingPlan {
  double budget_s = 4;  // for measuring
  double zero_at = 0;   // thresholds: an interval with one of them in it needs more pairs
  double full_at = 0;
  int fewest_pairs = 3;
  int most_pairs = 21;
};

// Whether enough pairs were measured, `spent_s` after the first one began. An interval that
// contains a threshold doubles the time and the pairs; if times scatter and points depend on it,
// there are four times as many of both. At least six pairs are measured, whatever they cost, if
// chance may have cost points (a range of fewer, with as much again on each side, contains full_at)
// or given some where times scatter. Without a baseline there is no ratio to be sure of.
bool is_enough(const std::vector<Pair>& pairs, const TimingPlan& plan, double spent_s,
               bool has_baseline);

// What SpeedRule::unless_noisy allows: an interval this many times as wide as the baseline's own,
// and a median that misses the threshold by this share. Both come from timing_simulation_test.cpp,
// which fails with 3 or with 0.08: slow submissions would then get points for scatter, including
// their own.
inline constexpr double widest_of_noise = 2, most_missing = 0.05;

// When a threshold counts as reached although the median misses it, if the interval contains it.
// Found with the same simulation; docs/security.md says what each rule costs.
enum class SpeedRule {
  // For submissions: if the interval is not much wider than the baseline's own (widest_of_noise),
  // so the scatter is the machine's and not the submission's, and little is missing (most_missing).
  unless_noisy,
  // For reference solutions: always, as they do not make their own times scatter.
  unless_refuted
};

// Whether the threshold counts as reached because only a quieter machine could tell on which side
// of it the median is.
bool is_undecided(const Ratio& ratio, double threshold, double noise, SpeedRule rule);

// Points from 0 to `max_points`: none at `zero_at`, all at `full_at`, linear in between.
double speed_points(double ratio, double zero_at, double full_at, double max_points);

}  // namespace warplab
