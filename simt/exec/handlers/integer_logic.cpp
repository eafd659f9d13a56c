// Logic on bits: and, or, xor, not, cnot, lop3, and prmt, which selects bytes (PTX ISA 9.0,
// sections 9.7.8 and 9.7.9.7).
#include "simt/exec/handlers/integer.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

constexpr auto both = [](auto a, auto b) { return a & b; };
constexpr auto either = [](auto a, auto b) { return a | b; };
constexpr auto differ = [](auto a, auto b) { return a ^ b; };
constexpr auto complement = [](auto a) { return ~a; };
constexpr auto is_zero = [](auto a) { return a == 0 ? 1 : 0; };

// A function of three bits: a, b and c choose bit 4a + 2b + c of the table (op->imm), one after the
// other.
const Op* look_up(Warp& warp, const Op* op) {
  const uint32_t* a = warp.reg<uint32_t>(op->a);
  const uint32_t* b = warp.reg<uint32_t>(op->b);
  const uint32_t* c = warp.reg<uint32_t>(op->c);
  const auto table = static_cast<uint32_t>(op->imm);
  const auto bit = [=](int i) { return 0u - (table >> i & 1); };
  const auto choose = [](uint32_t selector, uint32_t one, uint32_t zero) {
    return zero ^ (selector & (one ^ zero));
  };
  write_lanes(warp, warp.reg<uint32_t>(op->d), [=](int l) {
    const uint32_t c_if_00 = choose(c[l], bit(1), bit(0)), c_if_01 = choose(c[l], bit(3), bit(2));
    const uint32_t c_if_10 = choose(c[l], bit(5), bit(4)), c_if_11 = choose(c[l], bit(7), bit(6));
    return choose(a[l], choose(b[l], c_if_11, c_if_10), choose(b[l], c_if_01, c_if_00));
  });
  return next(warp, op);
}

// Predicate d = (word a is not zero) and/or predicate b.
template <bool conjunction>
const Op* test_word(Warp& warp, const Op* op) {
  const uint32_t* a = warp.reg<uint32_t>(op->a);
  const uint32_t holds = mask_where([=](int l) { return a[l] != 0; });
  const uint32_t other = warp.predicate(op->b);
  warp.set_predicate(op->d, conjunction ? holds & other : holds | other);
  return next(warp, op);
}

bool emit_look_up(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const auto& operands = instruction.operands;
  const bool tests = operands[0].kind == Operand::Kind::pair;
  const Operand& table = operands[4];
  if (table.kind != Operand::Kind::immediate)
    emitter.unsupported("with a table that is not a constant");
  const uint32_t d = emitter.reg32(tests ? operands[0].elements[0] : operands[0], Type::b32);
  const uint32_t a = value_slot(emitter, 1, Type::b32);
  const uint32_t b = value_slot(emitter, 2, Type::b32);
  const uint32_t c = value_slot(emitter, 3, Type::b32);
  const uint32_t p = tests ? emitter.predicate(operands[0].elements[1]) : 0;
  const uint32_t q = tests ? emitter.predicate(operands[5]) : 0;
  Op& op = emitter.emit(look_up);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = c;
  op.imm = table.bits & 0xff;
  if (!tests) return true;
  Op& test = emitter.emit(instruction.has(Modifier::or_) ? test_word<false> : test_word<true>);
  test.d = p;
  test.a = d;
  test.b = q;
  return true;
}

// Byte `index` of the eight in {b, a}, or copies of its sign where the index has bit 3 set.
constexpr uint32_t pick(uint32_t a, uint32_t b, uint32_t index) {
  const uint32_t byte = ((index & 4 ? b : a) >> (8 * (index & 3))) & 0xff;
  const uint32_t sign = 0u - (byte >> 7);
  return (index & 8 ? sign : byte) & 0xff;
}

constexpr auto permute = [](uint32_t a, uint32_t b, uint32_t c) {
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) result |= pick(a, b, c >> (4 * i)) << (8 * i);
  return result;
};

// Where the selector is a constant without sign copies: which byte of a word becomes byte i of the
// result is byte i of a control word, one control for a and one for b; 0x80 is none.
constexpr uint64_t controls_of(uint32_t selector) {
  uint32_t of_a = 0, of_b = 0;
  for (int i = 0; i < 4; ++i) {
    const uint32_t index = selector >> (4 * i) & 7;
    of_a |= (index < 4 ? index : 0x80) << (8 * i);
    of_b |= (index < 4 ? 0x80 : index - 4) << (8 * i);
  }
  return uint64_t{of_b} << 32 | of_a;
}

#if defined(__AVX2__)
[[gnu::always_inline]] inline __m256i pick_bytes(const uint32_t* words, uint32_t control) {
  const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
  const __m256i first = _mm256_setr_epi32(0, 0x04040404, 0x08080808, 0x0c0c0c0c, 0, 0x04040404,
                                          0x08080808, 0x0c0c0c0c);
  return _mm256_shuffle_epi8(
      bytes, _mm256_add_epi32(first, _mm256_set1_epi32(static_cast<int32_t>(control))));
}
#else
uint32_t pick_bytes(uint32_t word, uint32_t control) {
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const uint32_t index = control >> (8 * i) & 0xff;
    if (index < 4) result |= (word >> (8 * index) & 0xff) << (8 * i);
  }
  return result;
}
#endif

const Op* permute_constant(Warp& warp, const Op* op) {
  const uint32_t* a = warp.reg<uint32_t>(op->a);
  const uint32_t* b = warp.reg<uint32_t>(op->b);
  const auto of_a = static_cast<uint32_t>(op->imm), of_b = static_cast<uint32_t>(op->imm >> 32);
  alignas(64) uint32_t result[warp_size];
#if defined(__AVX2__)
  for (int l = 0; l < warp_size; l += 8)
    _mm256_store_si256(reinterpret_cast<__m256i*>(result + l),
                       _mm256_or_si256(pick_bytes(a + l, of_a), pick_bytes(b + l, of_b)));
#else
  for (int l = 0; l < warp_size; ++l) result[l] = pick_bytes(a[l], of_a) | pick_bytes(b[l], of_b);
#endif
  write_lanes(warp, warp.reg<uint32_t>(op->d), [&](int l) { return result[l]; });
  return next(warp, op);
}

// The modes: two bits of c choose among the four selectors in op->imm.
const Op* permute_mode(Warp& warp, const Op* op) {
  const uint32_t* a = warp.reg<uint32_t>(op->a);
  const uint32_t* b = warp.reg<uint32_t>(op->b);
  const uint32_t* c = warp.reg<uint32_t>(op->c);
  const uint64_t selectors = op->imm;
  write_lanes(warp, warp.reg<uint32_t>(op->d), [=](int l) {
    return permute(a[l], b[l], static_cast<uint32_t>(selectors >> (16 * (c[l] & 3))));
  });
  return next(warp, op);
}

// Selectors for c = 0, 1, 2, 3, the first in the lowest 16 bits; 0 without a mode.
uint64_t selectors_of(const ptx::Instruction& instruction) {
  if (instruction.has(Modifier::f4e)) return 0x6543'5432'4321'3210;
  if (instruction.has(Modifier::b4e)) return 0x0123'7012'6701'5670;
  if (instruction.has(Modifier::rc8)) return 0x3333'2222'1111'0000;
  if (instruction.has(Modifier::ecl)) return 0x3333'3222'3211'3210;
  if (instruction.has(Modifier::ecr)) return 0x3210'2210'1110'0000;
  if (instruction.has(Modifier::rc16)) return 0x3232'1010'3232'1010;
  return 0;
}

bool emit_permute(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const uint64_t selectors = selectors_of(instruction);
  const Operand& selector = instruction.operands[3];
  constexpr uint64_t sign_copies = 0x8888;
  const bool constant =
      !selectors && selector.kind == Operand::Kind::immediate && (selector.bits & sign_copies) == 0;
  uint32_t slots[4];
  for (size_t i = 0; i < 4; ++i) slots[i] = value_slot(emitter, i, Type::b32);
  Op& op =
      emitter.emit(selectors  ? permute_mode
                   : constant ? permute_constant
                              : Handler{lanes<permute, uint32_t, uint32_t, uint32_t, uint32_t>});
  op.d = slots[0];
  op.a = slots[1];
  op.b = slots[2];
  op.c = slots[3];
  op.imm = selectors ? selectors : controls_of(static_cast<uint32_t>(selector.bits));
  return true;
}

}  // namespace

bool emit_logic(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  switch (instruction.opcode) {
    case Opcode::and_:
      return emit_lanes(emitter, binary_of_width<both>(type), type, type, type);
    case Opcode::or_:
      return emit_lanes(emitter, binary_of_width<either>(type), type, type, type);
    case Opcode::xor_:
      return emit_lanes(emitter, binary_of_width<differ>(type), type, type, type);
    case Opcode::not_:
      return emit_lanes(emitter, unary_of_width<complement>(type), type, type);
    case Opcode::cnot:
      return emit_lanes(emitter, unary_of_width<is_zero>(type), type, type);
    case Opcode::lop3:
      return emit_look_up(emitter);
    case Opcode::prmt:
      return emit_permute(emitter);
    default:
      return false;
  }
}

}  // namespace simt::exec::SIMT_ISA
