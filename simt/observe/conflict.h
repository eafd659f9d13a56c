// Which pairs of accesses are races, given that nothing orders them; which loads of bytes without a
// value matter. Shared by the checkers of shared and of global memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simt/events/observer.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/guesses.h"

namespace simt::observe {

// One of the two writes, nothing orders them.
//  - Atomics and strong accesses (volatile, relaxed, ...) may meet each other: they are flags and
//    counters. Two volatile accesses of one warp may not: that is the reduction that relies on
//    lock-step.
//  - A plain load that leads up to an atomic is a guess (guesses.h): the atomic decides.
inline bool is_conflict(const AccessSite& a, const AccessSite& b, bool same_warp,
                        Guesses& guesses) {
  if (a.strong && b.strong) return same_warp && a.is_volatile && b.is_volatile;
  return !guesses.is_guess(a, b) && !guesses.is_guess(b, a);
}

// Byte `i` of what a lane stores; only where event.values is there.
inline std::byte stored_byte(const events::MemoryEvent& event, uint32_t lane, uint32_t i) {
  return event
      .values[i / event.value_bytes][size_t{lane} * event.value_stride + i % event.value_bytes];
}

inline bool has_values(const events::MemoryEvent& event) {
  return event.access == events::MemoryEvent::Access::store && event.values[0] && event.value_bytes;
}

// Whether bytes without a value (a bit each, of a lane's `bytes`) make a load wrong. Compilers copy
// structs with integers and vectors, padding and all: those count only where none of their bytes
// has a value, a floating-point number where any byte has none.
inline bool is_uninitialised(uint32_t missing, uint32_t bytes, const AccessSite& site) {
  const uint32_t all = bytes >= 32 ? ~0u : (1u << bytes) - 1;
  return site.floating && !site.vector ? missing != 0 : missing == all;
}

}  // namespace simt::observe
