// f16, f16x2, bf16 and bf16x2 arithmetic (PTX ISA 9.0, 9.7.4): each operation in f32 or f64 and
// rounded once, both halves of a word alike. A scalar is a word whose upper half stays zero.
#include "simt/exec/handlers/float_approx.h"
#include "simt/exec/handlers/float_ops.h"
#include "simt/exec/handlers/handler_set.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

// An operation of one half: widened sources in, a narrow result out.
struct Add {
  static constexpr size_t sources = 2;
  template <class Format>
  [[gnu::always_inline]] static uint32_t run(float a, float b, float) {
    return Format::narrow(a + b);  // 24 bits are enough to round twice
  }
};
struct Subtract {
  static constexpr size_t sources = 2;
  template <class Format>
  [[gnu::always_inline]] static uint32_t run(float a, float b, float) {
    return Format::narrow(a - b);
  }
};
struct Multiply {
  static constexpr size_t sources = 2;
  template <class Format>
  [[gnu::always_inline]] static uint32_t run(float a, float b, float) {
    return Format::mul(a, b);
  }
};
struct FusedMultiplyAdd {
  static constexpr size_t sources = 3;
  template <class Format>
  [[gnu::always_inline]] static uint32_t run(float a, float b, float c) {
    return Format::fma(a, b, c);
  }
};
struct Minimum {
  static constexpr size_t sources = 2;
  template <class Format>
  [[gnu::always_inline]] static uint32_t run(float a, float b, float) {
    return Format::narrow(lesser(a, b));
  }
};
struct Maximum {
  static constexpr size_t sources = 2;
  template <class Format>
  [[gnu::always_inline]] static uint32_t run(float a, float b, float) {
    return Format::narrow(greater(a, b));
  }
};
struct Exponential {  // [relative error 2^-9.9 of f16, 2^-7 of bf16]
  static constexpr size_t sources = 1;
  template <class Format>
  [[gnu::always_inline]] static uint32_t run(float a, float, float) {
    return Format::narrow(approximate_exp2(a));
  }
};
struct HyperbolicTangent {  // [absolute error 2^-10.987 of f16, 2^-8 of bf16]
  static constexpr size_t sources = 1;
  template <class Format>
  [[gnu::always_inline]] static uint32_t run(float a, float, float) {
    return Format::narrow(approximate_tanh(a));
  }
};

// Both halves (one where `halves` is 1).
template <class Format, class F, int halves>
const Op* half_lanes(Warp& warp, const Op* op) {
  const uint32_t* a = warp.reg<uint32_t>(op->a);
  const uint32_t* b = warp.reg<uint32_t>(op->b);
  const uint32_t* c = warp.reg<uint32_t>(op->c);
  const auto run = [=](int l, int shift) __attribute__((always_inline)) {
    const auto source = [=](const uint32_t* s) __attribute__((always_inline)) {
      return Format::widen(s[l] >> shift & 0xffff);
    };
    return F::template run<Format>(source(a), F::sources > 1 ? source(b) : 0,
                                   F::sources > 2 ? source(c) : 0);
  };
  write_lanes(
      warp, warp.reg<uint32_t>(op->d), [=](int l) __attribute__((always_inline)) {
        return halves == 2 ? run(l, 0) | run(l, 16) << 16 : run(l, 0);
      });
  return next(warp, op);
}

// What the modifiers ask for, in Op::e.
enum Extra : uint32_t {
  flush_subnormals = 1,
  saturate = 2,
  rectify = 4,        // .relu: negative results become 0
  nan_wins = 8,       // .NaN of min and max
  sign_product = 16,  // .xorsign.abs of min and max
  two_halves = 32,
};

template <class Format>
uint32_t flush_half(uint32_t h) {
  return (h & 0x7fff) < Format::smallest_normal ? h & 0x8000 : h;
}

template <class Format, class F>
uint32_t run_with_extras(uint32_t extras, uint32_t a, uint32_t b, uint32_t c) {
  constexpr uint32_t nan = 0x7fff;
  if (extras & flush_subnormals) {
    a = flush_half<Format>(a);
    b = flush_half<Format>(b);
    c = flush_half<Format>(c);
  }
  const uint32_t sign = (a ^ b) & 0x8000;
  if (extras & sign_product) {
    a &= 0x7fff;
    b &= 0x7fff;
  }
  const float x = Format::widen(a), y = Format::widen(b);
  uint32_t r = F::template run<Format>(x, y, Format::widen(c));
  if ((extras & nan_wins) && (x != x || y != y)) r = nan;
  if ((extras & sign_product) && r != nan) r |= sign;
  if (extras & flush_subnormals) r = flush_half<Format>(r);
  if (extras & saturate) r = Format::narrow(saturated(Format::widen(r)));
  if ((extras & rectify) && (r & 0x8000)) r = 0;
  return r;
}

template <class Format, class F>
const Op* half_lanes_with_extras(Warp& warp, const Op* op) {
  const uint32_t* a = warp.reg<uint32_t>(op->a);
  const uint32_t* b = warp.reg<uint32_t>(op->b);
  const uint32_t* c = warp.reg<uint32_t>(op->c);
  uint32_t* d = warp.reg<uint32_t>(op->d);
  const uint32_t extras = op->e;
  for_active(warp.active, [=](int l) {
    uint32_t r = 0;
    for (int shift = 0; shift < (extras & two_halves ? 32 : 16); shift += 16)
      r |= run_with_extras<Format, F>(extras, a[l] >> shift & 0xffff, b[l] >> shift & 0xffff,
                                      c[l] >> shift & 0xffff)
           << shift;
    d[l] = r;
  });
  return next(warp, op);
}

template <class Format, class F>
Handler handler_of(uint32_t extras) {
  if (extras & ~two_halves) return half_lanes_with_extras<Format, F>;
  return extras & two_halves ? half_lanes<Format, F, 2> : half_lanes<Format, F, 1>;
}

template <class F>
bool emit_operation(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  uint32_t extras = type == Type::f16x2 || type == Type::bf16x2 ? uint32_t{two_halves} : 0;
  if (instruction.has(Modifier::ftz)) extras |= flush_subnormals;
  if (instruction.has(Modifier::sat)) extras |= saturate;
  if (instruction.has(Modifier::relu)) extras |= rectify;
  if (instruction.has(Modifier::NaN)) extras |= nan_wins;
  if (instruction.has(Modifier::xorsign)) extras |= sign_product;
  if (instruction.has(Modifier::oob)) emitter.unsupported("with .oob");
  if (instruction.types.size() > 1) emitter.unsupported("of mixed precision");
  if (instruction.operands.size() != F::sources + 1) emitter.unsupported("with three inputs");

  uint32_t slots[4] = {};
  for (size_t i = 0; i <= F::sources; ++i) slots[i] = value_slot(emitter, i, type);
  const bool brain = type == Type::bf16 || type == Type::bf16x2;
  Op& op = emitter.emit(brain ? handler_of<Bf16, F>(extras) : handler_of<F16, F>(extras));
  op.d = slots[0];
  op.a = slots[1];
  op.b = F::sources > 1 ? slots[2] : op.a;
  op.c = F::sources > 2 ? slots[3] : op.a;
  op.e = extras;
  return true;
}

// abs and neg: (a & Op::e) ^ Op::f.
const Op* change_signs(Warp& warp, const Op* op) {
  const uint32_t* a = warp.reg<uint32_t>(op->a);
  const uint32_t keep = op->e, flip = op->f;
  write_lanes(warp, warp.reg<uint32_t>(op->d), [=](int l) { return (a[l] & keep) ^ flip; });
  return next(warp, op);
}

// .ftz of abs and neg, which f16 has.
const Op* flush_halves(Warp& warp, const Op* op) {
  uint32_t* d = warp.reg<uint32_t>(op->d);
  for_active(warp.active, [=](int l) {
    d[l] = flush_half<F16>(d[l] & 0xffff) | flush_half<F16>(d[l] >> 16) << 16;
  });
  return next(warp, op);
}

bool emit_change_signs(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  const uint32_t all = type == Type::f16x2 || type == Type::bf16x2 ? 0xffffffff : 0xffff;
  const uint32_t signs = all & 0x80008000;
  const bool absolute = instruction.opcode == Opcode::abs;
  const uint32_t d = value_slot(emitter, 0, type), a = value_slot(emitter, 1, type);
  Op& op = emitter.emit(change_signs);
  op.d = d;
  op.a = a;
  op.e = absolute ? all & ~signs : all;
  op.f = absolute ? 0 : signs;
  if (instruction.has(Modifier::ftz)) emitter.emit(flush_halves).d = d;
  return true;
}

}  // namespace

bool emit_half(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  if (type != Type::f16 && type != Type::f16x2 && type != Type::bf16 && type != Type::bf16x2)
    return false;
  switch (instruction.opcode) {
    case Opcode::add:
      return emit_operation<Add>(emitter);
    case Opcode::sub:
      return emit_operation<Subtract>(emitter);
    case Opcode::mul:
      return emit_operation<Multiply>(emitter);
    case Opcode::fma:
      return emit_operation<FusedMultiplyAdd>(emitter);
    case Opcode::min:
      return emit_operation<Minimum>(emitter);
    case Opcode::max:
      return emit_operation<Maximum>(emitter);
    case Opcode::ex2:
      return emit_operation<Exponential>(emitter);
    case Opcode::tanh:
      return emit_operation<HyperbolicTangent>(emitter);
    case Opcode::abs:
    case Opcode::neg:
      return emit_change_signs(emitter);
    default:
      return false;
  }
}

}  // namespace simt::exec::SIMT_ISA
