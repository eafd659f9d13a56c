// The fast path of loads and stores: the active lanes lie in one stretch of memory, and their
// addresses have the pattern of the last time. Whatever else comes goes lane by lane
// (exec/lane_access.h).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "simt/events/observer.h"
#include "simt/exec/handlers/pattern_counts.h"
#include "simt/exec/handlers/patterns.h"
#include "simt/exec/lane_access.h"
#include "simt/exec/op.h"
#include "simt/exec/sectors.h"
#include "simt/exec/site.h"
#include "simt/exec/worker.h"
#include "simt/exec/worst_request.h"
#include "simt/ptx/types.h"

namespace simt::exec::SIMT_ISA {

// What the address register points into, as far as the handler is concerned. generic goes the way
// of global, and leaves it where a lane turns out to be elsewhere.
enum class Where : uint8_t { global, constant, shared };

constexpr ptx::Space space_of(Where where) {
  return where == Where::shared     ? ptx::Space::shared
         : where == Where::constant ? ptx::Space::constant
                                    : ptx::Space::global;
}

// Where the first active lane's bytes are; the pattern leads to the others'.
struct Stretch {
  std::byte* first = nullptr;  // null: not this way
  int64_t readable = 0;        // bytes that may be loaded from `first` on
};

// report_access() of the site's pattern, with the addresses made in vectors. `first`: the first
// active lane's.
template <class A>
[[gnu::noinline]] void report_stretch(const Warp& warp, const Op* op, ptx::Space space, Site& site,
                                      uint64_t first) {
  const A* from = reinterpret_cast<const A*>((sizeof(A) == 4 ? warp.r32 : warp.r64) + op->a);
  const A distance = static_cast<A>(op->imm);
  alignas(64) uint64_t addresses[warp_size];
  for (int l = 0; l < warp_size; ++l) addresses[l] = static_cast<A>(from[l] + distance);
  const uint32_t bytes = code_of(op).bytes();
  events::Span spans[2];
  for (int h = 0; h < 2; ++h)
    spans[h] = {first + site.half_low[h], first + site.half_high[h] + bytes,
                space != ptx::Space::shared && is_dense(site, h, bytes)};
  report_access(warp, op, space, site.delta, addresses, spans);
}

// Checks bounds, alignment and pattern, counts and (watched) reports.
template <class A, Where where, uint32_t bytes, bool watched>
[[gnu::always_inline]] inline Stretch enter_stretch(Warp& warp, const Op* op, Site& site,
                                                    bool load) {
  Worker& worker = *warp.worker;
  const uint32_t mask = warp.active;
  const A* addresses = warp.reg<A>(op->a);
  const A base = addresses[std::countr_zero(mask)];
  if (!has_pattern(site, addresses, base, mask)) [[unlikely]]
    return {};
  const A address = base + static_cast<A>(op->imm);
  int64_t offset, last, readable;
  if constexpr (where == Where::shared) {
    offset = static_cast<int64_t>(address);
    last = static_cast<int64_t>(warp.block->shared_bytes) - bytes;
    readable = static_cast<int64_t>(warp.block->shared_bytes) + 64;
  } else {
    if (site.generation != worker.generation || (!load && !site.writable)) [[unlikely]]
      return {};
    offset = static_cast<int64_t>(address - site.begin);
    last = static_cast<int64_t>(site.last);
    readable = static_cast<int64_t>(site.readable);
  }
  if (offset < -int64_t{site.low} || offset > last - site.high || address % bytes != 0) [[unlikely]]
    return {};
  if (worker.counting) {
    if constexpr (where == Where::shared) {
      if (!count_shared(site, mask, address)) [[unlikely]]
        return {};
    } else if constexpr (where == Where::global) {
      if (!count_global(site, mask, address)) [[unlikely]]
        return {};
    } else {
      if (!count_constant(site, mask)) [[unlikely]]
        return {};
    }
  }
  if constexpr (watched) report_stretch<A>(warp, op, space_of(where), site, address);
  if constexpr (where == Where::shared)
    return {warp.block->shared + offset, readable - offset};
  else
    return {reinterpret_cast<std::byte*>(address + site.delta), readable - offset};
}

// Of a pattern that has just been counted, in shared memory.
template <class A>
[[gnu::noinline]] void keep_worst_pattern(Site& site, const Warp& warp, const A* addresses,
                                          uint32_t wavefronts, const Op* op, bool load) {
  uint32_t offsets[warp_size];
  for (int l = 0; l < warp_size; ++l)
    offsets[l] = static_cast<uint32_t>(addresses[l] + static_cast<A>(op->imm));
  keep_worst(site, warp, warp.active, offsets, code_of(op).bytes(), wavefronts, load);
}

// After enter_stretch said no: learns what was not known and tries the handler again, or goes lane
// by lane.
template <class A, Where where>
[[gnu::noinline]] const Op* leave_fast_path(Warp& warp, const Op* op) {
  const Worker& worker = *warp.worker;
  Site& site = warp.worker->sites[op->site];
  const A* addresses = warp.reg<A>(op->a);
  const uint32_t mask = warp.active, bytes = code_of(op).bytes();
  const A first = addresses[std::countr_zero(mask)];
  const A address = first + static_cast<A>(op->imm);
  const bool load = code_of(op).access_of() == events::MemoryEvent::Access::load;

  bool learned = false;
  bool known = has_pattern(site, addresses, first, mask);
  if (!known) {
    known = learned = learn_pattern(site, addresses, mask, bytes);
#if defined(__AVX512F__)
    if (known && !load && bytes <= 4) plan_store(site, bytes);
#endif
  }
  if (known && worker.counting) {
    if constexpr (where == Where::shared) {
      if (!site.wavefronts[address % 4]) {
        count_pattern_banks(site, address % 4, bytes, load);
        const uint32_t wavefronts = site.wavefronts[address % 4];
        if (site.conflicts[address % 4] && is_worst(site, wavefronts))
          keep_worst_pattern(site, warp, addresses, wavefronts, op, load);
        learned = true;
      }
    } else if constexpr (where == Where::global) {
      if (!site.sectors[address % sector_bytes]) {
        count_pattern_sectors(site, address % sector_bytes, bytes);
        learned = true;
      }
    } else if (!site.wavefronts[0]) {
      site.wavefronts[0] = count_pattern_addresses(site);
      learned = true;
    }
  }
  if constexpr (where != Where::shared)
    learned |= known && change_allocation(worker, site, space_of(where), address, bytes);
  if (learned) return op->run(warp, op);
  return load ? load_lanes(warp, op) : store_lanes(warp, op);
}

}  // namespace simt::exec::SIMT_ISA
