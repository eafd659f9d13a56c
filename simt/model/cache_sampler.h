// Watches some of a launch's blocks, and simulates an L1 cache for them.
#pragma once

#include <cstdint>
#include <memory>

#include "simt/events/observer.h"
#include "simt/model/facts.h"
#include "simt/model/target.h"

namespace simt::model {

class CacheSampler : public events::LaunchObserver {
 public:
  // Of the target only the sizes count: SMs, shared memory, L1. Which blocks are watched, and when
  // in their lives, follows from `seed`: a kernel that does not know it cannot look good in them
  // alone.
  CacheSampler(const Target& target, uint64_t seed);
  ~CacheSampler() override;
  void launch_begins(const events::LaunchInfo& info) override;
  bool watches(uint64_t block_linear) const override;
  std::unique_ptr<events::BlockObserver> block_observer() override;
  void launch_ends() override;
  const CacheFacts& facts() const;  // after launch_ends()

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace simt::model
