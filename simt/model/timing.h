// Modelled time of a kernel on a target, from what was counted.
#pragma once

#include <string>
#include <vector>

#include "simt/model/facts.h"
#include "simt/model/occupancy.h"
#include "simt/model/target.h"

namespace simt::model {

constexpr double sector_bytes = 32, sectors_per_line = 4;

// What a target's caches make of a launch's accesses, the whole of it.
struct CacheEstimate {
  double l1_hit_rate = 0;      // of global load sectors
  double l2_sectors = 0;       // global sectors that reach L2
  double dram_bytes = 0;       // that reach memory, read and written
  double l2_requests = 0;      // lines, whole or in part, that L2 reads and (twice) writes
  double l1_lines = 0;         // 128-byte lines that global loads and stores ask L1 for
  double atomics = 0;          // operations on sectors that L2 does for global atomics
  double hottest_atomics = 0;  // of those, on the 512 bytes that get most
};

// The sample's sums are brought to what was counted of all blocks; where it saw nothing of what
// was counted, every such access is taken for a miss that comes from memory.
CacheEstimate estimate_caches(const Target& target, const LaunchFacts& facts);

struct KernelTime {
  double seconds = 0;
  std::string bound;  // what limits it: "memory", "L2", "shared memory", "issue", "fp64",
                      // "latency", "launch", ...
  // Seconds that each resource alone would need, largest first.
  struct Part {
    std::string resource;
    double seconds;
  };
  std::vector<Part> parts;
  Occupancy occupancy;
  CacheEstimate caches;
};

KernelTime kernel_time(const Target& target, const LaunchFacts& facts);

}  // namespace simt::model
