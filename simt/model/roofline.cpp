#include "simt/model/roofline.h"

#include <algorithm>
#include <cmath>

#include "simt/model/facts.h"
#include "simt/model/occupancy.h"
#include "simt/model/target.h"
#include "simt/model/timing.h"

namespace simt::model {

Roofline roofline_of(const Target& target) {
  return {lanes_of_warp * target.sms * target.schedulers_per_sm * target.clock_hz,
          target.l2_bytes_per_s, target.memory_bytes_per_s};
}

RooflineCounts roofline_counts(const Target& target, const LaunchFacts& facts) {
  const CacheEstimate caches = estimate_caches(target, facts);
  return {lanes_of_warp * facts.work.issue, sector_bytes * caches.l2_sectors, caches.dram_bytes};
}

std::optional<RooflinePoint> roofline_point(const Roofline& roofline, const RooflineCounts& counts,
                                            double seconds) {
  const double l2_s = counts.l2_bytes / roofline.l2_bytes_per_s;
  const double memory_s = counts.memory_bytes / roofline.memory_bytes_per_s;
  RooflinePoint point;
  point.level = memory_s >= l2_s ? MemoryLevel::memory : MemoryLevel::l2;
  const bool is_memory = point.level == MemoryLevel::memory;
  const double rate = is_memory ? roofline.memory_bytes_per_s : roofline.l2_bytes_per_s;
  point.instructions_per_byte =
      counts.instructions / (is_memory ? counts.memory_bytes : counts.l2_bytes);
  point.instructions_per_s = counts.instructions / seconds;
  point.roof = std::min(roofline.instructions_per_s, rate * point.instructions_per_byte);
  const auto is_figure = [](double value) { return std::isfinite(value) && value > 0; };
  if (!is_figure(point.instructions_per_byte) || !is_figure(point.instructions_per_s) ||
      !is_figure(point.roof))
    return std::nullopt;
  return point;
}

}  // namespace simt::model
