// Modelled time of a kernel on a target, from what was counted.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "simt/model/occupancy.h"
#include "simt/model/target.h"
#include "simt/observe/counters.h"
#include "simt/observe/observer.h"

namespace simt::model {

// Hit rates and footprints of a launch, from simulating the caches for some of its blocks.
struct CacheEstimate {
  double l1_hit_rate = 0;  // of global load sectors
  double l2_sectors = 0;   // global sectors that reach L2, whole launch
  double dram_bytes = 0;   // that reach memory, whole launch, read and written
  double l2_requests = 0;  // lines, whole or in part, that L2 reads and (twice) writes
  double l1_lines = 0;     // 128-byte lines that global loads and stores ask L1 for, whole launch
  double atomics = 0;      // operations on sectors that L2 does for global atomics, whole launch
  double hottest_atomics = 0;  // of those, on the 512 bytes that get most
  bool sampled = false;        // false: nothing was watched, and every access is taken for a miss
};

// Watches some of a launch's blocks and simulates their caches.
class CacheSampler : public observe::LaunchObserver {
 public:
  explicit CacheSampler(const Target& target);
  ~CacheSampler() override;
  void launch_begins(const observe::LaunchInfo& info) override;
  bool watches(uint64_t block_linear) const override;
  std::unique_ptr<observe::BlockObserver> block_observer() override;
  void launch_ends() override;
  CacheEstimate estimate() const;  // after launch_ends()

 private:
  struct State;
  std::unique_ptr<State> state_;
};

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
};

KernelTime kernel_time(const Target& target, const observe::LaunchCounters& counters,
                       const CacheEstimate& caches);

}  // namespace simt::model
