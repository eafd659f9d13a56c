// The list of all checkers that watch kernels.
#pragma once

#include <memory>
#include <vector>

#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/memory/address_space.h"
#include "simt/observe/global_shadow.h"

namespace simt::observe {

// State that checkers keep between launches, one per device. It is told of allocations and copies
// from its construction on.
struct CheckerState {
  explicit CheckerState(memory::AddressSpace& memory, bool is_strict = false)
      : memory(memory), global(memory), is_strict(is_strict) {}
  memory::AddressSpace& memory;
  GlobalMemory global;
  const bool is_strict;  // LaunchContext
};

// All checkers. To add one, add a line in checkers.cpp.
std::vector<std::unique_ptr<events::LaunchObserver>> make_checkers(events::Findings& findings,
                                                                   CheckerState& state);

}  // namespace simt::observe
