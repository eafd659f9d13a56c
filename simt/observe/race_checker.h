// Races in shared and global memory, and reads of shared memory that has no value yet.
#pragma once

#include <memory>

#include "simt/observe/global_shadow.h"
#include "simt/observe/reports.h"
#include "simt/observe/sync_table.h"

namespace simt::observe {

class RaceChecker : public LaunchObserver {
 public:
  RaceChecker(Findings& findings, const memory::AddressSpace& memory, GlobalMemory& shadow);
  void launch_begins(const LaunchInfo& info) override;
  std::unique_ptr<BlockObserver> block_observer() override;
  void launch_ends() override;

 private:
  Findings& findings_;
  const memory::AddressSpace& memory_;
  GlobalMemory& shadow_;
  LaunchContext context_;
  uint8_t launch_ = 0;
  std::shared_ptr<AccessSites> sites_;
  std::shared_ptr<GridSync> grid_sync_;
};

}  // namespace simt::observe
