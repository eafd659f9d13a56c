// Which pairs of unordered accesses are races, and which loads of bytes without a value are
// mistakes. Used by the checkers of shared and of global memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simt/events/observer.h"
#include "simt/observe/access_sites.h"
#include "simt/observe/guesses.h"

namespace simt::observe {

// For two unordered accesses, at least one of them a write.
//  - Atomics and strong accesses (volatile, relaxed, ...) do not race with each other: they are
//    flags and counters. Two volatile accesses of one warp do: that is the reduction that relies on
//    lock-step. So do those of two blocks if one is strong in its block alone, as atomicAdd_block() is.
//    And so does an update in two steps, `*p = *p + 1`, with another write: one of the two is lost.
//  - A plain load whose value an atomic checks is a guess (guesses.h), and does not race with it.
inline bool is_lost_update(const AccessSite& a, const AccessSite& b) {
  return a.strong && b.strong &&
         ((a.begins_update && b.writes()) || (b.begins_update && a.writes()));
}
inline constexpr const char* why_updates_are_lost =
    "volatile does not make one step of a read and a write: what is written in between is lost";

enum class Apart : uint8_t { lanes, warps, blocks };  // of whom the two are
inline bool is_conflict(const AccessSite& a, const AccessSite& b, Apart apart, Guesses& guesses) {
  if (a.strong && b.strong)
    return (apart == Apart::lanes && a.is_volatile && b.is_volatile) ||
           (apart == Apart::blocks && (a.block_scope || b.block_scope)) || is_lost_update(a, b);
  return !guesses.is_guess(a, b) && !guesses.is_guess(b, a);
}

// Byte `i` of the value that a lane stores; only if has_values().
inline std::byte stored_byte(const events::MemoryEvent& event, uint32_t lane, uint32_t i) {
  return event
      .values[i / event.value_bytes][size_t{lane} * event.value_stride + i % event.value_bytes];
}

inline bool has_values(const events::MemoryEvent& event) {
  return event.access == events::MemoryEvent::Access::store && event.value_bytes != 0;
}

// Whether bytes without a value (one bit for each of the lane's `bytes`) make a load a mistake. As
// compilers copy structs with integer and vector loads, including padding, these are mistakes only
// if none of their bytes has a value. A floating-point load is one if any byte has none.
inline bool is_uninitialised(uint32_t missing, uint32_t bytes, const AccessSite& site) {
  const uint32_t all = bytes >= 32 ? ~0u : (1u << bytes) - 1;
  return site.floating && !site.vector ? missing != 0 : missing == all;
}

}  // namespace simt::observe
