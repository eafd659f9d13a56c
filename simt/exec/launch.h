// Runs the blocks of one launch on the host's cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simt/events/counters.h"
#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/exec/image.h"
#include "simt/memory/address_space.h"

namespace simt::exec {

struct LaunchRequest {
  const Image* image = nullptr;
  events::LaunchInfo info;
  std::span<const std::byte> params;
  memory::AddressSpace* memory = nullptr;
  events::LaunchObserver* observer = nullptr;  // null: nobody watches
  bool counting = false;
  bool covering = false;            // instructions and ways are counted, whether memory is or not
  bool go_on_after_faults = false;  // bad accesses become findings, and the kernel runs on
  bool cooperative = false;
  // Linear numbers of the blocks that run, where not all of them do.
  std::optional<std::span<const uint64_t>> only_blocks;
  unsigned workers = 1;
  uint32_t resident_blocks = 1;  // that the target would hold at once
  uint32_t multiprocessors = 1;
  uint64_t loop_limit = 0;
  uint32_t local_limit = 0;
  uint64_t stack_bytes = 0;  // of local_limit, for recursion
  uint64_t heap_bytes = 0;
  uint64_t printf_bytes = 0;
  uint64_t grid_id = 0;
  uint64_t workspace = 0;  // device address for grid-wide barriers; 0 = none
};

struct LaunchOutcome {
  bool failed = false;
  events::Finding failure;  // the first, where it failed
  std::vector<events::Finding> findings;
  std::string output;
  uint64_t dropped_prints = 0;  // calls of printf whose output did not fit
  events::LaunchCounters counters;
};

LaunchOutcome run_launch(const LaunchRequest& request);

}  // namespace simt::exec
