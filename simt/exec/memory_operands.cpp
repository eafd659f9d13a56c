#include "simt/exec/memory_operands.h"

#include <bit>

namespace simt::exec {
namespace {

using events::MemoryEvent;
using ptx::Modifier;
using ptx::Operand;
using ptx::Space;
using ptx::Type;

// The type of the register that takes or gives a value of `type`.
Type register_type(const Emitter& emitter, const Operand& value, Type type) {
  return value.kind == Operand::Kind::reg ? emitter.function().registers[value.index].type : type;
}

}  // namespace

void set_order(const ptx::Instruction& instruction, AccessCode& code) {
  code.acquire = instruction.has(Modifier::acquire) || instruction.has(Modifier::acq_rel);
  code.release = instruction.has(Modifier::release) || instruction.has(Modifier::acq_rel);
  code.strong = code.acquire || code.release || instruction.has(Modifier::volatile_) ||
                instruction.has(Modifier::relaxed) || instruction.has(Modifier::mmio);
}

MemoryOperands::MemoryOperands(Emitter& emitter, const Operand& values, const Operand& operand,
                               MemoryEvent::Access access) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  const uint32_t bytes = ptx::size_of(type);
  if (bytes == 0 || bytes > 8) emitter.unsupported("of type " + std::string(ptx::name_of(type)));
  address = emitter.address(operand, instruction.space());
  code.log_bytes = std::countr_zero(bytes);
  code.elements = instruction.vector;
  code.is_signed = ptx::is_signed(type);
  code.space = static_cast<uint32_t>(address.space);
  code.form = static_cast<uint32_t>(address.kind);
  code.access = static_cast<uint32_t>(access);
  code.silent = instruction.space() == Space::param;
  set_order(instruction, code);
  if (code.bytes() > 32) emitter.unsupported("of more than 32 bytes per lane");

  const bool is_vector = values.kind == Operand::Kind::vector;
  if ((is_vector ? values.elements.size() : 1) != code.elements)
    emitter.unsupported("with " + std::to_string(is_vector ? values.elements.size() : 1) +
                        " values where the instruction has " + std::to_string(code.elements));
  for (uint32_t e = 0; e < code.elements; ++e) {
    const Operand& value = is_vector ? values.elements[e] : values;
    const Type held = register_type(emitter, value, type);
    const bool wide = ptx::size_of(held) == 8, half = ptx::size_of(held) <= 2;
    if (ptx::size_of(held) < bytes || ptx::size_of(held) > 8)
      emitter.unsupported("with a register of type " + std::string(ptx::name_of(held)));
    if (e > 0 && (wide != code.wide || half != code.half))
      emitter.unsupported("with registers of different sizes");
    code.wide = wide;
    code.half = half;
    slots[e] = wide ? emitter.reg64(value, held) : emitter.reg32(value, held);
  }
}

void MemoryOperands::emit(Emitter& emitter, Handler run) const {
  const uint32_t site = code.silent ? 0 : emitter.site();
  for (uint32_t first = 0; first < code.elements; first += 4) {
    Op& op = emitter.emit(run);
    op.a = address.slot;
    op.imm = static_cast<uint64_t>(address.offset);
    op.f = std::bit_cast<uint32_t>(code);
    op.site = site;
    op.d = slots[first];
    op.b = slots[first + 1];
    op.c = slots[first + 2];
    op.e = slots[first + 3];
  }
}

}  // namespace simt::exec
