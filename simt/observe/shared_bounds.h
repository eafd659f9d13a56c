// Accesses to a shared array that miss it and hit a neighbouring one.
#pragma once

#include <cstdint>
#include <memory>

#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/memory/address_space.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/reports.h"
#include "simt/observe/shared_arrays.h"

namespace simt::observe {

// The array that an access is meant for is the one from which its address is computed.
class SharedBoundsChecker : public events::LaunchObserver {
 public:
  SharedBoundsChecker(events::Findings& findings, const memory::AddressSpace& memory)
      : findings_(findings), memory_(memory) {}
  void launch_begins(const events::LaunchInfo& info) override;
  bool watches(uint64_t) const override { return arrays_->are_several(); }
  std::unique_ptr<events::BlockObserver> block_observer() override;

 private:
  events::Findings& findings_;
  const memory::AddressSpace& memory_;
  LaunchContext context_;
  std::shared_ptr<AccessSites> sites_;
  std::shared_ptr<SharedArrays> arrays_;
};

}  // namespace simt::observe
