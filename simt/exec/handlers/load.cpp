// ld and ldu.
#include <bit>
#include <cstdint>
#include <cstring>

#include "simt/exec/control.h"
#include "simt/exec/handlers/address.h"
#include "simt/exec/handlers/fetch.h"
#include "simt/exec/handlers/handler_set.h"
#include "simt/exec/handlers/local_access.h"
#include "simt/exec/handlers/memory_access.h"
#include "simt/exec/memory_operands.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Space;
using ptx::Type;

template <class A, Where where, class T, class R, int count, bool watched = false>
const Op* load(Warp& warp, const Op* op) {
  if constexpr (!watched)
    if (warp.worker->observer) [[unlikely]]
      return load<A, where, T, R, count, true>(warp, op);
  if constexpr (watched)
    if (code_of(op).strong) return load_lanes(warp, op);
  if (!warp.active) [[unlikely]]
    return next(warp, op);
  Site& site = warp.worker->sites[op->site];
  const Stretch stretch = enter_stretch<A, where, sizeof(T) * count, watched>(warp, op, site, true);
  if (!stretch.first) [[unlikely]]
    return leave_fast_path<A, where>(warp, op);
  fetch<T, R, count>(warp, op, site, stretch);
  return next(warp, op);
}

// Writes a value that is the same in all active lanes.
template <class T, class R, int count>
[[gnu::always_inline]] inline void spread(Warp& warp, const Op* op, const std::byte* from) {
  for (int e = 0; e < count; ++e) {
    T value;
    std::memcpy(&value, from + e * sizeof(T), sizeof(T));
    const auto word = extend<T, R>(value);
    write_lanes(warp, warp.reg<RegisterOf<T, R>>(element_slot(op, e)), [=](int) { return word; });
  }
}

// All lanes at the same address in global, constant or shared memory, which stands in the
// instruction.
template <Where where, class T, class R, int count>
const Op* load_same(Warp& warp, const Op* op) {
  constexpr uint32_t bytes = sizeof(T) * count;
  Worker& worker = *warp.worker;
  Site& site = worker.sites[op->site];
  if (!warp.active) [[unlikely]]
    return next(warp, op);
  const uint64_t address = op->imm;
  const std::byte* from;
  if (address % bytes != 0 || (worker.observer && code_of(op).strong)) [[unlikely]]
    return load_lanes(warp, op);
  if constexpr (where == Where::shared) {
    if (address > warp.block->shared_bytes || bytes > warp.block->shared_bytes - address)
        [[unlikely]]
      return load_lanes(warp, op);
    from = warp.block->shared + address;
  } else {
    if (site.generation != worker.generation || address - site.begin > site.last) [[unlikely]]
      return load_lanes(warp, op);
    from = reinterpret_cast<const std::byte*>(address + site.delta);
  }
  if (worker.counting) {
    events::SiteCounts& counts = site.counts;
    ++counts.requests;
    counts.threads += std::popcount(warp.active);
    if constexpr (where == Where::shared) {
      // Groups of 16 lanes at least are served together where all want the same.
      const uint32_t groups =
          bytes < 16 ? 1 : (warp.active & 0xffff ? 1 : 0) + (warp.active >> 16 ? 1 : 0);
      counts.wavefronts += groups;
      counts.wavefronts_ideal += std::min(groups, (std::popcount(warp.active) * bytes + 127) / 128);
    } else if constexpr (where == Where::global) {
      ++counts.sectors;
      ++counts.sectors_ideal;
    } else {
      ++counts.constant_passes;
    }
  }
  if (worker.observer) report_access(warp, op, space_of(where), site.delta);
  spread<T, R, count>(warp, op, from);
  return next(warp, op);
}

// A parameter of the kernel, or a part of one that lanes agree on: clang takes a structure's address
// and reads its members there.
template <bool by_register, class T, class R, int count>
const Op* load_parameter(Warp& warp, const Op* op) {
  constexpr uint32_t bytes = sizeof(T) * count;
  const auto params = warp.worker->params;
  uint64_t offset = op->imm;
  if constexpr (by_register) {
    if (!warp.active) [[unlikely]]
      return next(warp, op);
    const uint64_t* offsets = warp.reg<uint64_t>(op->a);
    const uint64_t first = offsets[std::countr_zero(warp.active)];
    if (!all_equal(offsets, first, warp.active)) [[unlikely]]
      return load_lanes(warp, op);
    offset += first;
  }
  if (offset > params.size() || bytes > params.size() - offset || offset % bytes != 0) [[unlikely]]
    return load_lanes(warp, op);
  spread<T, R, count>(warp, op, params.data() + offset);
  return next(warp, op);
}

// The lanes at one offset in their local memory, which the same number of whole words holds.
template <LocalForm form, class T, int count>
const Op* load_local(Warp& warp, const Op* op) {
  const uint32_t* words = enter_local<form, sizeof(T) * count>(warp, op);
  if (!words) [[unlikely]]
    return load_lanes(warp, op);
  for (int e = 0; e < count; ++e) {
    if constexpr (sizeof(T) == 4) {
      const uint32_t* from = words + e * warp_size;
      write_lanes(warp, warp.reg<uint32_t>(element_slot(op, e)), [=](int l) { return from[l]; });
    } else {
      const uint32_t* low = words + 2 * e * warp_size;
      const uint32_t* high = low + warp_size;
      write_lanes(warp, warp.reg<uint64_t>(element_slot(op, e)),
                  [=](int l) { return uint64_t{high[l]} << 32 | low[l]; });
    }
  }
  return next(warp, op);
}

// The fast handler for this address, where there is one.
template <class T, class R, int count>
Handler choose(const DecodedAddress& address, Space space) {
  using Kind = DecodedAddress::Kind;
  switch (space) {
    case Space::shared:
      if (address.kind == Kind::reg32) return load<uint32_t, Where::shared, T, R, count>;
      if (address.kind == Kind::reg64) return load<uint64_t, Where::shared, T, R, count>;
      return load_same<Where::shared, T, R, count>;
    case Space::generic:
    case Space::global:
      if (address.kind == Kind::reg64) return load<uint64_t, Where::global, T, R, count>;
      if (address.kind == Kind::absolute && space == Space::global)
        return load_same<Where::global, T, R, count>;
      return nullptr;
    case Space::constant:
      if (address.kind == Kind::reg64) return load<uint64_t, Where::constant, T, R, count>;
      if (address.kind == Kind::absolute) return load_same<Where::constant, T, R, count>;
      return nullptr;
    case Space::param:
      if (address.kind == Kind::absolute) return load_parameter<false, T, R, count>;
      if (address.kind == Kind::reg64) return load_parameter<true, T, R, count>;
      return nullptr;
    case Space::local:
      if constexpr (sizeof(T) == sizeof(R) && sizeof(T) >= 4) {
        if (address.kind == Kind::reg64) return load_local<LocalForm::reg64, T, count>;
        if (address.kind == Kind::frame) return load_local<LocalForm::frame, T, count>;
      }
      return nullptr;
    default:
      return nullptr;
  }
}

template <class T, class R>
Handler choose(const DecodedAddress& address, Space space, uint32_t count) {
  if (count == 1) return choose<T, R, 1>(address, space);
  if constexpr (sizeof(T) == sizeof(R) || sizeof(R) == 2) {
    if (count == 2) return choose<T, R, 2>(address, space);
    if (count == 4 && sizeof(T) <= 4) return choose<T, R, 4>(address, space);
  }
  return nullptr;
}

Handler choose(const DecodedAddress& address, AccessCode code) {
  const Space space = code.space_of();
  const uint32_t count = code.elements;
  if (code.wide)
    return code.log_bytes == 3 ? choose<uint64_t, uint64_t>(address, space, count) : nullptr;
  switch (code.log_bytes) {
    case 0:
      if (!code.is_signed) return choose<uint8_t, uint16_t>(address, space, count);
      return code.half ? choose<int8_t, int16_t>(address, space, count)
                       : choose<int8_t, int32_t>(address, space, count);
    case 1:
      return code.is_signed && !code.half ? choose<int16_t, int32_t>(address, space, count)
                                          : choose<uint16_t, uint16_t>(address, space, count);
    case 2:
      return choose<uint32_t, uint32_t>(address, space, count);
    default:
      return nullptr;
  }
}

}  // namespace

bool emit_load(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  if (instruction.opcode != ptx::Opcode::ld && instruction.opcode != ptx::Opcode::ldu)
    return emit_address_operation(emitter);
  const MemoryOperands memory(emitter, instruction.operands[0], instruction.operands[1],
                              events::MemoryEvent::Access::load);
  const Handler fast = choose(memory.address, memory.code);
  if (memory.code.strong) emitter.emit(control::look);
  memory.emit(emitter, fast ? fast : load_lanes);
  return true;
}

}  // namespace simt::exec::SIMT_ISA
