// Slots for registers: those that are never needed at the same time share one, so that a warp's
// registers stay in the first-level cache of the host.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/flow.h"
#include "simt/ptx/program.h"

namespace simt::exec {

struct RegisterSlots {
  std::vector<uint32_t> slot_of;  // by register: byte offset (32 and 64 bit) or index (predicates)
  uint32_t count32 = 0, count64 = 0, count_predicates = 0;
};

// Linear scan over the intervals. Registers of 8 bytes, of up to 4 and predicates have files of
// their own: a lane's place in a file depends on its lane only, so lanes on different ways never
// overwrite each other.
RegisterSlots assign_slots(const ptx::Function& function,
                           const std::vector<ptx::Interval>& intervals);

}  // namespace simt::exec
