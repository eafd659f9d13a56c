// One observer that passes every event on to several.
#pragma once

#include <memory>
#include <vector>

#include "simt/observe/observer.h"

namespace simt::observe {

class FanOut : public LaunchObserver {
 public:
  // Does not own them: they must outlive it.
  void add(LaunchObserver* observer) { observers_.push_back(observer); }
  bool empty() const { return observers_.empty(); }

  void launch_begins(const LaunchInfo& info) override;
  bool watches(uint64_t block_linear) const override;
  std::unique_ptr<BlockObserver> block_observer() override;
  void launch_ends() override;

 private:
  std::vector<LaunchObserver*> observers_;
};

}  // namespace simt::observe
