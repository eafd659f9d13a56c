// Reads of global and local memory that has no value yet. (For shared memory see race_checker.h,
// whose marks have the writer of each byte.)
#pragma once

#include <memory>

#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/memory/address_space.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/global_shadow.h"
#include "simt/observe/reports.h"

namespace simt::observe {

class UninitialisedChecker : public events::LaunchObserver {
 public:
  UninitialisedChecker(events::Findings& findings, const memory::AddressSpace& memory,
                       GlobalMemory& shadow);
  void launch_begins(const events::LaunchInfo& info) override;
  std::unique_ptr<events::BlockObserver> block_observer() override;

 private:
  events::Findings& findings_;
  const memory::AddressSpace& memory_;
  GlobalMemory& shadow_;
  LaunchContext context_;
  bool local_ = true;  // whether local memory can be judged in this module
  std::shared_ptr<AccessSites> sites_;
};

}  // namespace simt::observe
