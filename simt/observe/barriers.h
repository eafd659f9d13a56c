// Barriers of the block that not all threads reach together.
#pragma once

#include <memory>

#include "simt/events/finding.h"
#include "simt/events/observer.h"

namespace simt::observe {

// Reports two mistakes. First, some lanes of a warp are at a barrier while others will come later
// or have returned. Second, warps meet at __syncthreads() (barrier 0 of all threads) from different
// source lines. Threads that never arrive are a deadlock, which the engine reports.
class BarrierChecker : public events::LaunchObserver {
 public:
  explicit BarrierChecker(events::Findings& findings) : findings_(findings) {}
  void launch_begins(const events::LaunchInfo& info) override { info_ = &info; }
  std::unique_ptr<events::BlockObserver> block_observer() override;

 private:
  events::Findings& findings_;
  const events::LaunchInfo* info_ = nullptr;
};

}  // namespace simt::observe
