// Comparisons: setp and set of all types (PTX ISA 9.0, sections 9.7.6 and 9.7.7).
//
// Five relations are enough: the others are these with their sources swapped or their result
// inverted. Half-precision values are compared as floats that are in the same order.
#include "simt/exec/handlers/compare.h"

#include <string>

#include "simt/exec/handlers/handler_set.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

enum class Relation : uint8_t { equal, less, less_equal, not_equal, ordered };

struct Comparison {
  Relation relation = Relation::equal;
  bool swapped = false, inverted = false;
};

// Of floats, relations other than the five hold for NaN exactly where they are inverted.
Comparison comparison_of(Emitter& emitter) {
  const Instruction& instruction = emitter.instruction();
  const bool is_float = ptx::is_float(instruction.types.back());
  const auto has = [&](Modifier modifier) { return instruction.has(modifier); };
  if (has(Modifier::eq)) return {Relation::equal};
  if (has(Modifier::ne) && is_float) return {Relation::not_equal};
  if (has(Modifier::ne)) return {Relation::equal, false, true};
  if (has(Modifier::lt) || has(Modifier::lo)) return {Relation::less};
  if (has(Modifier::le) || has(Modifier::ls)) return {Relation::less_equal};
  if (has(Modifier::gt) || has(Modifier::hi)) return {Relation::less, true};
  if (has(Modifier::ge) || has(Modifier::hs)) return {Relation::less_equal, true};
  if (!is_float) emitter.unsupported("without a comparison of integers");
  if (has(Modifier::equ)) return {Relation::not_equal, false, true};
  if (has(Modifier::neu)) return {Relation::equal, false, true};
  if (has(Modifier::ltu)) return {Relation::less_equal, true, true};
  if (has(Modifier::leu)) return {Relation::less, true, true};
  if (has(Modifier::gtu)) return {Relation::less_equal, false, true};
  if (has(Modifier::geu)) return {Relation::less, false, true};
  if (has(Modifier::num)) return {Relation::ordered};
  if (has(Modifier::nan)) return {Relation::ordered, false, true};
  emitter.unsupported("without a comparison");
  return {};
}

// What is compared: how a value of `Source` comes out of its word.
template <class T>
struct Plain {
  using Source = Word<T>;
  static T of(Source word) { return from_word<T>(word); }
};

struct FlushedFloat {
  using Source = uint32_t;
  static float of(Source word) {
    const bool subnormal = (word & 0x7f800000) == 0;
    return std::bit_cast<float>(subnormal ? word & 0x80000000 : word);
  }
};

template <int shift, bool flushed>
struct Half {
  using Source = uint32_t;
  static float of(Source word) {
    const uint32_t magnitude = word >> shift & 0x7fff;
    const uint32_t sign = (word >> shift & 0x8000) << 16;
    uint32_t ordered = (magnitude << 13) + (1 << 24);  // a normal float
    if (magnitude < (flushed ? 0x400 : 1)) ordered = 0;
    if (magnitude > 0x7c00) ordered = 0x7fc00000;
    return std::bit_cast<float>(sign | ordered);
  }
};

template <int shift>
struct Brain {
  using Source = uint32_t;
  static float of(Source word) { return std::bit_cast<float>(word >> shift << 16); }
};

template <Relation relation, class Value>
[[gnu::always_inline]] inline uint32_t compare(Warp& warp, const Op* op) {
  const auto* a = warp.reg<typename Value::Source>(op->a);
  const auto* b = warp.reg<typename Value::Source>(op->b);
  const uint32_t inverted = static_cast<uint32_t>(op->imm);
  return inverted ^ mask_where([=](int l) -> bool {
           const auto x = Value::of(a[l]), y = Value::of(b[l]);
           if constexpr (relation == Relation::equal) return x == y;
           if constexpr (relation == Relation::less) return x < y;
           if constexpr (relation == Relation::less_equal) return x <= y;
           if constexpr (relation == Relation::not_equal) return (x < y) | (y < x);
           return (x == x) & (y == y);
         });
}

template <Relation relation, class Value>
const Op* compare_to_predicate(Warp& warp, const Op* op) {
  warp.set_predicate(op->d, compare<relation, Value>(warp, op));
  return next(warp, op);
}

// For what needs more than a predicate: the mask becomes the first word of a scratch register.
template <Relation relation, class Value>
const Op* compare_to_word(Warp& warp, const Op* op) {
  *warp.reg<uint32_t>(op->d) = compare<relation, Value>(warp, op);
  return next(warp, op);
}

template <Relation relation, class Value>
Handler compare_to(bool word) {
  return word ? compare_to_word<relation, Value> : compare_to_predicate<relation, Value>;
}

template <class Value>
Handler compare_integers(Relation relation, bool word) {
  switch (relation) {
    case Relation::less:
      return compare_to<Relation::less, Value>(word);
    case Relation::less_equal:
      return compare_to<Relation::less_equal, Value>(word);
    default:
      return compare_to<Relation::equal, Value>(word);
  }
}

template <class Value>
Handler compare_floats(Relation relation, bool word) {
  switch (relation) {
    case Relation::not_equal:
      return compare_to<Relation::not_equal, Value>(word);
    case Relation::ordered:
      return compare_to<Relation::ordered, Value>(word);
    default:
      return compare_integers<Value>(relation, word);
  }
}

template <int shift>
Handler compare_halves(Type type, bool flushed, Relation relation, bool word) {
  if (type == Type::bf16 || type == Type::bf16x2)
    return compare_floats<Brain<shift>>(relation, word);
  return flushed ? compare_floats<Half<shift, true>>(relation, word)
                 : compare_floats<Half<shift, false>>(relation, word);
}

// `high`: the upper halves of packed values.
Handler handler_of(Emitter& emitter, Relation relation, bool word, bool high) {
  const Type type = emitter.instruction().types.back();
  const bool flushed = emitter.instruction().has(Modifier::ftz);
  switch (type) {
    case Type::f32:
      return flushed ? compare_floats<FlushedFloat>(relation, word)
                     : compare_floats<Plain<float>>(relation, word);
    case Type::f64:
      return compare_floats<Plain<double>>(relation, word);
    case Type::f16:
    case Type::bf16:
    case Type::f16x2:
    case Type::bf16x2:
      return high ? compare_halves<16>(type, flushed, relation, word)
                  : compare_halves<0>(type, flushed, relation, word);
    case Type::none:
    case Type::pred:
    case Type::b8:
    case Type::u8:
    case Type::s8:
    case Type::b128:
    case Type::tf32:
      emitter.unsupported("of type ." + std::string(ptx::name_of(type)));
      return nullptr;
    default:
      return choose_integer(
          type, [&](auto t) { return compare_integers<Plain<decltype(t)>>(relation, word); });
  }
}

enum class Combination : uint32_t { none, and_, or_, xor_ };

Combination combination_of(const Instruction& instruction) {
  if (instruction.has(Modifier::and_)) return Combination::and_;
  if (instruction.has(Modifier::or_)) return Combination::or_;
  if (instruction.has(Modifier::xor_)) return Combination::xor_;
  return Combination::none;
}

uint32_t combine(Combination combination, uint32_t mask, uint32_t other) {
  switch (combination) {
    case Combination::and_:
      return mask & other;
    case Combination::or_:
      return mask | other;
    case Combination::xor_:
      return mask ^ other;
    default:
      return mask;
  }
}

// Predicates d and e = masks a and (b ^ imm), each combined with predicate c as op->f says.
const Op* set_predicates(Warp& warp, const Op* op) {
  const auto combination = static_cast<Combination>(op->f);
  const uint32_t other = combination == Combination::none ? 0 : warp.predicate(op->c);
  const uint32_t first = *warp.reg<uint32_t>(op->a);
  const uint32_t second = *warp.reg<uint32_t>(op->b) ^ static_cast<uint32_t>(op->imm);
  warp.set_predicate(op->d, combine(combination, first, other));
  warp.set_predicate(op->e, combine(combination, second, other));
  return next(warp, op);
}

// Register d = what op->imm's low word says where mask a holds, or-ed with its high word where b
// does; the masks combined with predicate c as op->f says.
const Op* set_words(Warp& warp, const Op* op) {
  const auto combination = static_cast<Combination>(op->f);
  const uint32_t other = combination == Combination::none ? 0 : warp.predicate(op->c);
  const uint32_t first = combine(combination, *warp.reg<uint32_t>(op->a), other);
  const uint32_t second = combine(combination, *warp.reg<uint32_t>(op->b), other);
  const auto low = static_cast<uint32_t>(op->imm), high = static_cast<uint32_t>(op->imm >> 32);
  write_lanes(warp, warp.reg<uint32_t>(op->d),
              [=](int l) { return (first >> l & 1 ? low : 0) | (second >> l & 1 ? high : 0); });
  return next(warp, op);
}

// Compares a and b into a predicate, or (`word`) into the first word of the register.
void emit_compare_to(Emitter& emitter, bool word, uint32_t destination, bool high = false) {
  const Comparison comparison = comparison_of(emitter);
  const Type type = emitter.instruction().types.back();
  const uint32_t a = value_slot(emitter, 1, type);
  const uint32_t b = value_slot(emitter, 2, type);
  Op& op = emitter.emit(handler_of(emitter, comparison.relation, word, high));
  op.d = destination;
  op.a = comparison.swapped ? b : a;
  op.b = comparison.swapped ? a : b;
  op.imm = comparison.inverted ? full_mask : 0;
}

bool is_packed(Type type) { return type == Type::f16x2 || type == Type::bf16x2; }

bool emit_setp(Emitter& emitter) {
  const Instruction& instruction = emitter.instruction();
  const Combination combination = combination_of(instruction);
  const Operand& destination = instruction.operands[0];
  const bool pair = destination.kind == Operand::Kind::pair;
  if (!pair && combination == Combination::none) {
    emit_compare_to(emitter, false, emitter.predicate(destination));
    return true;
  }
  const bool packed = is_packed(instruction.types.back());
  const uint32_t first = emitter.scratch32();
  const uint32_t second = packed ? emitter.scratch32() : first;
  emit_compare_to(emitter, true, first);
  if (packed) emit_compare_to(emitter, true, second, true);
  const uint32_t p = emitter.predicate(pair ? destination.elements[0] : destination);
  const uint32_t q = pair ? emitter.predicate(destination.elements[1]) : p;
  const uint32_t c =
      combination == Combination::none ? 0 : emitter.predicate(instruction.operands[3]);
  Op& op = emitter.emit(set_predicates);
  op.d = p;
  op.e = q;
  op.a = first;
  op.b = second;
  op.c = c;
  op.f = static_cast<uint32_t>(combination);
  op.imm = pair && !packed ? full_mask : 0;
  return true;
}

// What `true` is in the result of set: for the low half of a packed one, or all of it.
uint32_t truth(Type type, bool packed) {
  switch (type) {
    case Type::f32:
      return std::bit_cast<uint32_t>(1.0f);
    case Type::f16:
    case Type::f16x2:
      return 0x3c00;
    case Type::bf16:
    case Type::bf16x2:
      return 0x3f80;
    case Type::u16:
    case Type::s16:
      return 0xffff;
    default:
      return packed ? 0xffff : 0xffffffff;
  }
}

bool emit_set(Emitter& emitter) {
  const Instruction& instruction = emitter.instruction();
  const Combination combination = combination_of(instruction);
  const Type type = instruction.type();
  if (instruction.types.size() != 2 || ptx::size_of(type) > 4)
    emitter.unsupported("without two types, the first of up to 32 bits,");
  const bool packed = is_packed(instruction.types.back());
  const uint32_t first = emitter.scratch32();
  const uint32_t second = packed ? emitter.scratch32() : first;
  emit_compare_to(emitter, true, first);
  if (packed) emit_compare_to(emitter, true, second, true);
  const uint32_t d = value_slot(emitter, 0, type);
  const uint32_t c =
      combination == Combination::none ? 0 : emitter.predicate(instruction.operands[3]);
  Op& op = emitter.emit(set_words);
  op.d = d;
  op.a = first;
  op.b = second;
  op.c = c;
  op.f = static_cast<uint32_t>(combination);
  op.imm = truth(type, packed);
  if (packed) op.imm |= uint64_t{truth(type, packed)} << 48;
  return true;
}

}  // namespace

bool emit_comparison(Emitter& emitter) {
  switch (emitter.instruction().opcode) {
    case Opcode::setp:
      return emit_setp(emitter);
    case Opcode::set:
      return emit_set(emitter);
    default:
      return false;
  }
}

bool emit_compare(Emitter& emitter) {
  return emit_comparison(emitter) || emit_selection(emitter) || emit_predicate(emitter) ||
         emit_move(emitter);
}

}  // namespace simt::exec::SIMT_ISA
