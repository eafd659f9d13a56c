// Races in shared and global memory, and reads of shared memory that has no value yet.
#pragma once

#include <cstdint>
#include <memory>

#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/memory/address_space.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/global_shadow.h"
#include "simt/observe/reports.h"
#include "simt/observe/sync_table.h"

namespace simt::observe {

class RaceChecker : public events::LaunchObserver {
 public:
  RaceChecker(events::Findings& findings, const memory::AddressSpace& memory, GlobalMemory& shadow,
              bool is_strict);
  void launch_begins(const events::LaunchInfo& info) override;
  std::unique_ptr<events::BlockObserver> block_observer() override;
  void launch_ends() override;

 private:
  events::Findings& findings_;
  const memory::AddressSpace& memory_;
  GlobalMemory& shadow_;
  const bool is_strict_;
  LaunchContext context_;
  uint8_t launch_ = 0;
  std::shared_ptr<AccessSites> sites_;
  std::shared_ptr<GridSync> grid_sync_;
};

}  // namespace simt::observe
