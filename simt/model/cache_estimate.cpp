// From what a sample of the blocks touched to what L1, L2 and memory see of the whole launch.
#include <algorithm>

#include "simt/model/timing.h"

namespace simt::model {
namespace {

// By what a sampled sum has to be multiplied to be the counted one; 1 where nothing was counted.
double correction(double counted, double sampled) {
  return counted > 0 && sampled > 0 ? counted / sampled : 1;
}

// Sectors that loads bring from memory when nothing of them is in L2 at first. Beyond the
// footprint, those are sectors that several patches of blocks read: L2 still has them if what the
// grid reads between fits, a row of blocks, or else with the luck of the draw.
double read_from_memory(const Target& target, double once, double row, double footprint) {
  const double l2_sectors = static_cast<double>(target.l2_bytes) / sector_bytes;
  const double kept = row <= l2_sectors / 2 ? 1 : std::min(1.0, l2_sectors / footprint);
  return footprint + (once - footprint) * (1 - kept);
}

// Every sector comes from memory.
CacheEstimate without_caches(const Work& work) {
  CacheEstimate estimate;
  estimate.l2_sectors = work.global_sectors;
  estimate.dram_bytes = work.global_sectors * sector_bytes;
  estimate.l2_requests = work.global_sectors / sectors_per_line;
  estimate.l1_lines = std::max(work.global_requests, work.global_sectors / sectors_per_line);
  estimate.atomics = work.atomic_sectors;
  return estimate;
}

// Whether the sample says something about what was counted.
bool speaks_of(const CacheFacts& sample, const Work& work) {
  const double other_sectors = work.global_sectors - work.load_sectors;
  return sample.sampled && (sample.load_sectors > 0 || work.load_sectors <= 0) &&
         (sample.other_sectors > 0 || other_sectors <= 0);
}

}  // namespace

CacheEstimate estimate_caches(const Target& target, const LaunchFacts& facts) {
  const CacheFacts& sample = facts.caches;
  const Work& work = facts.work;
  if (!speaks_of(sample, work)) return without_caches(work);
  const double of_loads = correction(work.load_sectors, sample.load_sectors);
  const double of_others =
      correction(work.global_sectors - work.load_sectors, sample.other_sectors);
  const double of_all = correction(work.global_sectors, sample.load_sectors + sample.other_sectors);
  CacheEstimate estimate;
  estimate.l1_hit_rate = sample.load_sectors > 0 ? sample.load_hits / sample.load_sectors : 0;
  estimate.l2_sectors =
      (sample.load_sectors - sample.load_hits) * of_loads + sample.other_sectors * of_others;
  estimate.l1_lines = sample.lines * of_all;
  estimate.l2_requests = sample.l2_requests * of_all;
  estimate.atomics = sample.atomics * of_others;
  estimate.hottest_atomics = sample.hottest_atomics * of_others;

  const double once = sample.read_once * of_loads;
  const double footprint_read = std::min(once, sample.read_extent * std::max(of_loads, 1.0));
  const double read =
      footprint_read > 0
          ? read_from_memory(target, once, sample.read_by_row * of_loads, footprint_read)
          : 0;
  const double written = sample.written * of_others;
  const double footprint =
      std::min(footprint_read + written, sample.extent * std::max(of_all, 1.0)) * sector_bytes;
  // Kernels run again and again, or after one that left its results in L2: what fits there is
  // there.
  const double keeps = target.l2_resident_share * static_cast<double>(target.l2_bytes);
  const double resident = keeps > 0 ? std::clamp(2 - footprint / keeps, 0.0, 1.0) : 0;
  estimate.dram_bytes =
      std::min((read + written) * (1 - resident), estimate.l2_sectors) * sector_bytes;
  return estimate;
}

}  // namespace simt::model
