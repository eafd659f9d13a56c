// An observer that passes every event on to several others.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "simt/events/observer.h"

namespace simt::observe {

class FanOut : public events::LaunchObserver {
 public:
  // Does not own them: they must outlive it.
  void add(events::LaunchObserver* observer) { observers_.push_back(observer); }
  bool empty() const { return observers_.empty(); }

  void launch_begins(const events::LaunchInfo& info) override;
  bool watches(uint64_t block_linear) const override;
  std::unique_ptr<events::BlockObserver> block_observer() override;
  void launch_ends() override;

 private:
  std::vector<events::LaunchObserver*> observers_;
};

}  // namespace simt::observe
