// mov: copies of registers, constants and addresses, and of vectors from or into one register
// (PTX ISA 9.0, section 9.7.9.4 and following).
#include "simt/exec/handlers/compare.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

constexpr auto same = [](auto a) { return a; };

// The slots of a vector's elements as Op carries them.
uint32_t element_slot(const Op* op, int index) {
  switch (index) {
    case 0:
      return op->a;
    case 1:
      return op->b;
    case 2:
      return op->c;
    default:
      return op->e;
  }
}

// Register d = {a, b, c, e}, the first in the lowest bits.
template <class Whole, class Part, int count>
const Op* pack(Warp& warp, const Op* op) {
  using Source = Word<Part>;
  const Source* parts[count];
  for (int i = 0; i < count; ++i) parts[i] = warp.reg<Source>(element_slot(op, i));
  write_lanes(warp, warp.reg<Word<Whole>>(op->d), [=](int l) {
    Word<Whole> whole = 0;
    for (int i = 0; i < count; ++i)
      whole |= Word<Whole>{static_cast<Part>(parts[i][l])} << (8 * sizeof(Part) * i);
    return whole;
  });
  return next(warp, op);
}

// {a, b, c, e} = register d.
template <class Whole, class Part, int count>
const Op* unpack(Warp& warp, const Op* op) {
  const Word<Whole>* whole = warp.reg<Word<Whole>>(op->d);
  for (int i = 0; i < count; ++i)
    write_lanes(warp, warp.reg<Word<Part>>(element_slot(op, i)), [=](int l) {
      return Word<Part>{static_cast<Part>(whole[l] >> (8 * sizeof(Part) * i))};
    });
  return next(warp, op);
}

template <class Whole, class Part, int count>
Handler pack_or_unpack(bool packs) {
  return packs ? pack<Whole, Part, count> : unpack<Whole, Part, count>;
}

// Null where there is no such vector.
Handler vector_handler(uint32_t bytes, size_t count, bool packs) {
  if (bytes == 8 && count == 2) return pack_or_unpack<uint64_t, uint32_t, 2>(packs);
  if (bytes == 8 && count == 4) return pack_or_unpack<uint64_t, uint16_t, 4>(packs);
  if (bytes == 4 && count == 2) return pack_or_unpack<uint32_t, uint16_t, 2>(packs);
  if (bytes == 4 && count == 4) return pack_or_unpack<uint32_t, uint8_t, 4>(packs);
  if (bytes == 2 && count == 2) return pack_or_unpack<uint16_t, uint8_t, 2>(packs);
  return nullptr;
}

Type element_type(uint32_t bytes) {
  return bytes == 4 ? Type::b32 : bytes == 2 ? Type::b16 : Type::b8;
}

bool emit_vector(Emitter& emitter, Type type, bool packs) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Operand& vector = instruction.operands[packs ? 1 : 0];
  const size_t count = vector.elements.size();
  const Handler run = vector_handler(ptx::size_of(type), count, packs);
  if (!run) emitter.unsupported("of this vector");
  const Type part = element_type(ptx::size_of(type) / static_cast<uint32_t>(count));
  uint32_t slots[4] = {};
  for (size_t i = 0; i < count; ++i) slots[i] = emitter.reg32(vector.elements[i], part);
  const uint32_t whole = value_slot(emitter, packs ? 0 : 1, type);
  Op& op = emitter.emit(run);
  op.d = whole;
  op.a = slots[0];
  op.b = slots[1];
  op.c = slots[2];
  op.e = slots[3];
  return true;
}

}  // namespace

bool emit_move(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  if (instruction.opcode != Opcode::mov) return false;
  const Type type = instruction.type();
  if (type == Type::b128) emitter.unsupported("of type .b128");
  const bool packs = instruction.operands[1].kind == Operand::Kind::vector;
  const bool unpacks = instruction.operands[0].kind == Operand::Kind::vector;
  if (packs && unpacks) emitter.unsupported("from a vector to a vector");
  if (packs || unpacks) return emit_vector(emitter, type, packs);
  return emit_lanes(emitter, unary_of_width<same>(type), type, type);
}

}  // namespace simt::exec::SIMT_ISA
