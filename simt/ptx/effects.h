// What instructions do that other threads may see.
#pragma once

#include "simt/ptx/opcodes.h"
#include "simt/ptx/program.h"

namespace simt::ptx {

inline bool is_atomic(const Instruction& i) {
  const Access access = info_of(i.opcode).access;
  return access == Access::atomic || access == Access::reduce;
}

// volatile, relaxed, ...: of a load or a store.
inline bool is_strong(const Instruction& i) {
  return i.has(Modifier::volatile_) || i.has(Modifier::relaxed) || i.has(Modifier::acquire) ||
         i.has(Modifier::release) || i.has(Modifier::acq_rel) || i.has(Modifier::mmio);
}

inline bool is_plain_store(const Instruction& i) {
  return info_of(i.opcode).access == Access::store && !is_strong(i);
}

inline bool has_effect(const Instruction& i) {
  const OpcodeInfo& info = info_of(i.opcode);
  return (info.access != Access::none && info.access != Access::hint &&
          info.access != Access::load) ||
         info.control == Control::call || info.control == Control::warp;
}

}  // namespace simt::ptx
