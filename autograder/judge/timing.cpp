#include "autograder/judge/timing.h"

#include <algorithm>
#include <cmath>

#include "autograder/report/result.h"

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

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Ratio ratio_of(const std::vector<Pair>& pairs) {
  if (pairs.empty()) return {};
  std::vector<double> ratios;
  for (const Pair& pair : pairs) ratios.push_back(pair.baseline_s / pair.submission_s);
  std::sort(ratios.begin(), ratios.end());
  const std::size_t rank = std::max(1, interval_rank(static_cast<int>(ratios.size())));
  return {median(ratios), ratios[rank - 1], ratios[ratios.size() - rank]};
}

TimingPlan TimingPlan::on_busy_machine(double lost) const {
  TimingPlan plan = *this;
  if (lost < busy_share) return plan;
  plan.budget_s *= 4;
  plan.most_pairs *= 2;
  return plan;
}

bool is_enough(const std::vector<Pair>& pairs, const TimingPlan& plan, double spent_s,
               bool has_baseline) {
  if (static_cast<int>(pairs.size()) < plan.fewest_pairs) return false;
  if (static_cast<int>(pairs.size()) >= plan.most_pairs) return true;
  if (!has_baseline) return pairs.size() >= 5 || spent_s > plan.budget_s;
  const Ratio ratio = ratio_of(pairs);
  const bool may_be_full = is_undecided(ratio, plan.full_at);
  const bool open = is_undecided(ratio, plan.zero_at) || may_be_full;
  // Points that chance may have taken are looked at until there is an interval to go by.
  const bool has_interval = interval_rank(static_cast<int>(pairs.size())) > 0;
  if (ratio.median < plan.full_at && may_be_full && !has_interval) return false;
  return spent_s > (open ? 2 : 1) * plan.budget_s || ratio.low >= plan.full_at;
}

bool is_undecided(const Ratio& ratio, double threshold) {
  return ratio.low < threshold && threshold < ratio.high;
}

double speed_points(double ratio, double zero_at, double full_at, double max_points) {
  const double share = std::clamp((ratio - zero_at) / (full_at - zero_at), 0.0, 1.0);
  return std::round(share * max_points * 10) / 10;
}

}  // namespace warplab
