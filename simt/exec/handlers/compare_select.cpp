// Choosing by a predicate or a sign: selp, slct (PTX ISA 9.0, section 9.7.7), and logic on
// predicates: and, or, xor, not, mov with .pred (sections 9.7.8 and 9.7.9).
#include "simt/exec/handlers/compare.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

template <class T>
const Op* select(Warp& warp, const Op* op) {
  const Word<T>* a = warp.reg<Word<T>>(op->a);
  const Word<T>* b = warp.reg<Word<T>>(op->b);
  const uint32_t chosen = warp.predicate(op->c);
  write_lanes(warp, warp.reg<Word<T>>(op->d),
              [=](int l) { return to_word(from_word<T>(chosen >> l & 1 ? a[l] : b[l])); });
  return next(warp, op);
}

bool emit_selp(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  const uint32_t d = value_slot(emitter, 0, type);
  const uint32_t a = value_slot(emitter, 1, type);
  const uint32_t b = value_slot(emitter, 2, type);
  const uint32_t c = emitter.predicate(instruction.operands[3]);
  Op& op = emitter.emit(choose_width(type, [](auto t) -> Handler { return select<decltype(t)>; }));
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = c;
  return true;
}

// Of a NaN, b; of -0, a; .ftz makes small negative numbers -0.
constexpr auto by_sign = [](auto a, auto b, int32_t c) { return c >= 0 ? a : b; };
constexpr auto by_sign_of_float = [](auto a, auto b, float c) { return c >= 0 ? a : b; };
constexpr auto by_sign_of_flushed_float = [](auto a, auto b, float c) {
  return c > -0x1p-126f ? a : b;
};

bool emit_slct(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  if (instruction.types.size() != 2) emitter.unsupported("without two types");
  const Type type = instruction.types[0], condition = instruction.types[1];
  if (condition != Type::s32 && condition != Type::f32)
    emitter.unsupported("by a value that is neither .s32 nor .f32");
  const bool flushed = instruction.has(Modifier::ftz);
  const Handler run = choose_width(type, [=](auto t) -> Handler {
    using T = decltype(t);
    if (condition != Type::f32) return lanes<by_sign, T, T, T, int32_t>;
    return flushed ? Handler{lanes<by_sign_of_flushed_float, T, T, T, float>}
                   : Handler{lanes<by_sign_of_float, T, T, T, float>};
  });
  return emit_lanes(emitter, run, type, type, type, condition);
}

constexpr auto both = [](uint32_t a, uint32_t b) { return a & b; };
constexpr auto either = [](uint32_t a, uint32_t b) { return a | b; };
constexpr auto differ = [](uint32_t a, uint32_t b) { return a ^ b; };
constexpr auto first = [](uint32_t a, uint32_t) { return a; };
constexpr auto first_inverted = [](uint32_t a, uint32_t) { return ~a; };

template <auto f>
const Op* predicates(Warp& warp, const Op* op) {
  warp.set_predicate(op->d, f(warp.predicate(op->a), warp.predicate(op->b)));
  return next(warp, op);
}

Handler predicate_handler(Opcode opcode) {
  switch (opcode) {
    case Opcode::and_:
      return predicates<both>;
    case Opcode::or_:
      return predicates<either>;
    case Opcode::xor_:
      return predicates<differ>;
    case Opcode::not_:
      return predicates<first_inverted>;
    case Opcode::mov:
      return predicates<first>;
    default:
      return nullptr;
  }
}

}  // namespace

bool emit_selection(Emitter& emitter) {
  switch (emitter.instruction().opcode) {
    case Opcode::selp:
      return emit_selp(emitter);
    case Opcode::slct:
      return emit_slct(emitter);
    default:
      return false;
  }
}

bool emit_predicate(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Handler run = predicate_handler(instruction.opcode);
  if (!run || instruction.type() != Type::pred) return false;
  const uint32_t d = emitter.predicate(instruction.operands[0]);
  const uint32_t a = emitter.predicate(instruction.operands[1]);
  const uint32_t b =
      instruction.operands.size() > 2 ? emitter.predicate(instruction.operands[2]) : a;
  Op& op = emitter.emit(run);
  op.d = d;
  op.a = a;
  op.b = b;
  return true;
}

}  // namespace simt::exec::SIMT_ISA
