// st.
#include <cstdint>

#include "simt/exec/handlers/deposit.h"
#include "simt/exec/handlers/handler_set.h"
#include "simt/exec/handlers/local_access.h"
#include "simt/exec/handlers/memory_access.h"
#include "simt/exec/memory_operands.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Space;

template <class A, Where where, class T, int count, bool watched = false>
const Op* store(Warp& warp, const Op* op) {
  if constexpr (!watched)
    if (warp.worker->observer) [[unlikely]]
      return store<A, where, T, count, true>(warp, op);
  if constexpr (watched)
    if (code_of(op).strong) return store_lanes(warp, op);
  if (!warp.active) [[unlikely]]
    return next(warp, op);
  Site& site = warp.worker->sites[op->site];
  const Stretch stretch =
      enter_stretch<A, where, sizeof(T) * count, watched>(warp, op, site, false);
  if (!stretch.first) [[unlikely]]
    return leave_fast_path<A, where>(warp, op);
  if (!warp.changed) warp.changed = differs<T, count>(warp, op, site, stretch.first);
  deposit<T, count>(warp, op, site, stretch.first);
  return next(warp, op);
}

// The lanes at one offset in their local memory, which the same number of whole words holds.
template <LocalForm form, class T, int count>
const Op* store_local(Warp& warp, const Op* op) {
  uint32_t* words = enter_local<form, sizeof(T) * count>(warp, op);
  if (!words) [[unlikely]]
    return store_lanes(warp, op);
  for (int e = 0; e < count; ++e) {
    const T* values = warp.reg<T>(element_slot(op, e));
    if constexpr (sizeof(T) == 4) {
      write_lanes(warp, words + e * warp_size, [=](int l) { return values[l]; });
    } else {
      uint32_t* low = words + 2 * e * warp_size;
      write_lanes(warp, low, [=](int l) { return static_cast<uint32_t>(values[l]); });
      write_lanes(warp, low + warp_size,
                  [=](int l) { return static_cast<uint32_t>(values[l] >> 32); });
    }
  }
  return next(warp, op);
}

// The fast handler for this address, where there is one.
template <class T, int count>
Handler choose(const DecodedAddress& address, Space space) {
  using Kind = DecodedAddress::Kind;
  switch (space) {
    case Space::shared:
      if (address.kind == Kind::reg32) return store<uint32_t, Where::shared, T, count>;
      if (address.kind == Kind::reg64) return store<uint64_t, Where::shared, T, count>;
      return nullptr;
    case Space::generic:
    case Space::global:
      return address.kind == Kind::reg64 ? store<uint64_t, Where::global, T, count> : nullptr;
    case Space::local:
      if constexpr (sizeof(T) >= 4) {
        if (address.kind == Kind::reg64) return store_local<LocalForm::reg64, T, count>;
        if (address.kind == Kind::frame) return store_local<LocalForm::frame, T, count>;
      }
      return nullptr;
    default:
      return nullptr;
  }
}

template <class T>
Handler choose(const DecodedAddress& address, Space space, uint32_t count) {
  if (count == 1) return choose<T, 1>(address, space);
  if (count == 2) return choose<T, 2>(address, space);
  if (count == 4 && sizeof(T) <= 4) return choose<T, 4>(address, space);
  return nullptr;
}

Handler choose(const DecodedAddress& address, AccessCode code) {
  const Space space = code.space_of();
  if (code.wide)
    return code.log_bytes == 3 ? choose<uint64_t>(address, space, code.elements) : nullptr;
  switch (code.log_bytes) {
    case 0:
      return choose<uint8_t>(address, space, code.elements);
    case 1:
      return choose<uint16_t>(address, space, code.elements);
    default:
      return choose<uint32_t>(address, space, code.elements);
  }
}

}  // namespace

bool emit_store(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  if (instruction.opcode != ptx::Opcode::st) return false;
  const MemoryOperands memory(emitter, instruction.operands[1], instruction.operands[0],
                              events::MemoryEvent::Access::store);
  const Handler fast = choose(memory.address, memory.code);
  memory.emit(emitter, fast ? fast : store_lanes);
  return true;
}

}  // namespace simt::exec::SIMT_ISA
