// What the instructions that lanes execute together share.
#pragma once

#include <cstdint>

#include "simt/exec/emitter.h"
#include "simt/exec/handlers/lane_ops.h"
#include "simt/exec/op.h"

namespace simt::exec::SIMT_ISA {

using Holds = JointOp::Holds;

bool emit_shuffle(Emitter& emitter);  // warp_shuffle.cpp: shfl
bool emit_redux(Emitter& emitter);    // warp_reduce.cpp: redux

// The lanes that the membermasks of the active lanes name.
[[gnu::always_inline]] inline uint32_t named_lanes(const Warp& warp, const uint32_t* masks) {
  uint32_t named = 0;
  for (int l = 0; l < warp_size; ++l) named |= (warp.active >> l & 1) ? masks[l] : 0;
  return named;
}

// f(group, members) for every membermask there is: `group` are the active lanes that gave it,
// `members` those it names that have not exited. Without masks (the forms without .sync), all
// active lanes are one group. Call it after converge().
template <class F>
[[gnu::always_inline]] inline void for_groups(const Warp& warp, const uint32_t* masks, F f) {
  if (!masks) return f(warp.active, warp.active);
  for (uint32_t left = warp.active; left != 0;) {
    const uint32_t mask = masks[__builtin_ctz(left)];
    const uint32_t group = left & mask_where([=](int l) { return masks[l] == mask; });
    f(group, mask & warp.active);
    left &= ~group;
  }
}

[[gnu::always_inline]] inline void write_group(uint32_t* d, uint32_t group, uint32_t value) {
  for (int l = 0; l < warp_size; ++l) d[l] = (group >> l & 1) ? value : d[l];
}

}  // namespace simt::exec::SIMT_ISA
