// The operands of a memory instruction, as the decoder sees them, and the Op made of them.
#pragma once

#include <cstdint>

#include "simt/events/observer.h"
#include "simt/exec/emitter.h"
#include "simt/exec/lane_access.h"
#include "simt/exec/op.h"
#include "simt/ptx/program.h"

namespace simt::exec {

struct MemoryOperands {
  DecodedAddress address;
  AccessCode code;
  uint32_t slots[8] = {};  // of the values, element by element

  // `values` is what is loaded or stored: a register, an immediate (stores), or a vector of them.
  // Throws DecodeError where simt cannot do it.
  MemoryOperands(Emitter& emitter, const ptx::Operand& values, const ptx::Operand& address,
                 events::MemoryEvent::Access access);

  // Appends the Op.
  void emit(Emitter& emitter, Handler run) const;
};

// The instruction's modifiers that order it among others.
void set_order(const ptx::Instruction& instruction, AccessCode& code);

}  // namespace simt::exec
