// Reads of global and local memory that has no value yet. (Shared memory: race_checker.h, whose
// marks know who wrote a byte.)
#pragma once

#include <memory>

#include "simt/observe/global_shadow.h"
#include "simt/observe/reports.h"

namespace simt::observe {

class UninitialisedChecker : public LaunchObserver {
 public:
  UninitialisedChecker(Findings& findings, const memory::AddressSpace& memory,
                       GlobalMemory& shadow);
  void launch_begins(const LaunchInfo& info) override;
  std::unique_ptr<BlockObserver> block_observer() override;

 private:
  Findings& findings_;
  const memory::AddressSpace& memory_;
  GlobalMemory& shadow_;
  LaunchContext context_;
  bool local_ = true;  // whether local memory can be judged in this module
  std::shared_ptr<AccessSites> sites_;
};

}  // namespace simt::observe
