#include "autograder/judge/timing.h"

#include <algorithm>
#include <cmath>

namespace warplab {
namespace {

// The largest k for which the k-th smallest and k-th largest of n values enclose their median with
// a probability of at least 95 %: twice the binomial tail below k is at most 5 %. 0 if there is
// none.
int interval_rank(int n) {
  double term = std::pow(0.5, n), tail = 0;
  int rank = 0;
  for (int k = 0; k < n / 2; ++k) {
    tail += term;
    if (2 * tail > 0.05) break;
    rank = k + 1;
    term *= static_cast<double>(n - k) / (k + 1);
  }
  return rank;
}

double median_of_sorted(const std::vector<double>& values) {
  if (values.empty()) return 0;
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

bool holds(const Ratio& interval, double threshold) {
  return interval.low < threshold && threshold < interval.high;
}

// A range with as much again on each side, as the true ratio is beyond one of three to five pairs in one run of 4 to 16.
Ratio with_margins(const Ratio& range) {
  return {range.median, range.low * range.low / range.high, range.high * range.high / range.low};
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return median_of_sorted(values);
}

Ratio ratio_of(const std::vector<Pair>& pairs) {
  if (pairs.empty()) return {};
  std::vector<double> ratios;
  ratios.reserve(pairs.size());
  for (const Pair& pair : pairs) ratios.push_back(pair.baseline_s / pair.submission_s);
  std::sort(ratios.begin(), ratios.end());
  const std::size_t rank = std::max(1, interval_rank(static_cast<int>(ratios.size())));
  return {median_of_sorted(ratios), ratios[rank - 1], ratios[ratios.size() - rank]};
}

double spread(const Ratio& ratio) {
  return ratio.low > 0 ? std::sqrt(ratio.high / ratio.low) - 1 : 0;
}

double noise_of(const std::vector<Pair>& pairs) {
  std::vector<Pair> against_itself;
  against_itself.reserve(pairs.size());
  for (std::size_t i = 1; i < pairs.size(); ++i)
    against_itself.push_back({pairs[i - 1].baseline_s, pairs[i].baseline_s});
  return spread(ratio_of(against_itself));
}

bool is_enough(const std::vector<Pair>& pairs, const TimingPlan& plan, double spent_s,
               bool has_baseline) {
  const int count = static_cast<int>(pairs.size());
  if (count < plan.fewest_pairs) return false;
  if (!has_baseline) return count >= 5 || spent_s > plan.budget_s;
  const Ratio ratio = ratio_of(pairs);
  const bool scatters = spread(ratio) >= quiet_spread || noise_of(pairs) >= quiet_spread;
  const bool has_interval = interval_rank(count) > 0;
  const bool may_be_full = holds(ratio, plan.full_at);
  if (ratio.median < plan.full_at && !has_interval && holds(with_margins(ratio), plan.full_at))
    return false;
  if (ratio.low >= plan.full_at) return has_interval || !scatters;
  const bool may_have_points = ratio.high > plan.zero_at;
  const bool open = may_be_full || holds(ratio, plan.zero_at);
  const int times = (scatters && may_have_points ? 4 : 1) * (open ? 2 : 1);
  return count >= times * plan.most_pairs || spent_s > times * plan.budget_s;
}

bool is_undecided(const Ratio& ratio, double threshold, double noise, SpeedRule rule) {
  if (ratio.median >= threshold || !holds(ratio, threshold)) return false;
  if (rule == SpeedRule::unless_refuted) return true;
  return spread(ratio) <= widest_of_noise * noise && threshold <= ratio.median * (1 + most_missing);
}

double speed_points(double ratio, double zero_at, double full_at, double max_points) {
  const double share = std::clamp((ratio - zero_at) / (full_at - zero_at), 0.0, 1.0);
  return std::round(share * max_points * 10) / 10;
}

}  // namespace warplab
