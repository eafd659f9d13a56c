// f32 and f64 arithmetic (PTX ISA 9.0, 9.7.3): add, sub, mul, fma, div, rcp, sqrt, min, max, abs,
// neg, copysign, testp. Rounding to nearest runs in vectors, other directions lane by lane.
//
// A flushed result is one that is subnormal once rounded.
#include "simt/exec/handlers/float_approx.h"
#include "simt/exec/handlers/float_ops.h"
#include "simt/exec/handlers/handler_set.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

constexpr auto add = [](auto a, auto b) { return a + b; };
constexpr auto subtract = [](auto a, auto b) { return a - b; };
constexpr auto multiply = [](auto a, auto b) { return a * b; };
constexpr auto divide = [](auto a, auto b) { return a / b; };
constexpr auto reciprocal = [](auto a) { return 1 / a; };
constexpr auto square_root = [](auto a) {
  if constexpr (sizeof a == 4)
    return __builtin_sqrtf(a);
  else
    return __builtin_sqrt(a);
};
constexpr auto fused_multiply_add = [](auto a, auto b, auto c) {
  if constexpr (sizeof a == 4)
    return __builtin_fmaf(a, b, c);
  else
    return __builtin_fma(a, b, c);
};

// Divisors beyond 2^126 give 0, and NaN for an infinite dividend.
constexpr auto divide_approximately = [](float a, float b) {
  return __builtin_fabsf(b) > 0x1p126f ? a * __builtin_copysignf(0, b) : a / b;
};

constexpr auto minimum = [](auto a, auto b) { return lesser(a, b); };
constexpr auto maximum = [](auto a, auto b) { return greater(a, b); };

// .NaN: a NaN wins. .xorsign.abs: magnitudes are compared, the sign is the product's.
template <auto f>
constexpr auto keep_nan = [](auto a, auto b) { return a == a && b == b ? f(a, b) : a + b; };
template <auto f>
constexpr auto keep_sign_product = [](auto a, auto b) {
  const auto r =
      f(from_bits(to_bits(a) & ~sign_bit<float>), from_bits(to_bits(b) & ~sign_bit<float>));
  return r == r ? from_bits(to_bits(r) | ((to_bits(a) ^ to_bits(b)) & sign_bit<float>)) : r;
};

template <class T>
constexpr auto magnitude = [](T a) { return from_bits(to_bits(a) & ~sign_bit<T>); };
template <class T>
constexpr auto opposite = [](T a) { return from_bits(to_bits(a) ^ sign_bit<T>); };
template <class T>  // the magnitude of b, the sign of a
constexpr auto with_sign =
    [](T a, T b) { return from_bits((to_bits(b) & ~sign_bit<T>) | (to_bits(a) & sign_bit<T>)); };

// d = f(a, b, c) rounded in the direction Op::e; flushing where Op::f is 1.
template <auto f, class T, int sources>
const Op* rounded_lanes(Warp& warp, const Op* op) {
  const Word<T>* a = warp.reg<Word<T>>(op->a);
  const Word<T>* b = warp.reg<Word<T>>(op->b);
  const Word<T>* c = warp.reg<Word<T>>(op->c);
  Word<T>* d = warp.reg<Word<T>>(op->d);
  const bool ftz = op->f != 0;
  const auto read = [ftz](Word<T> word) {
    if constexpr (sizeof(T) == 4)
      return ftz ? flush(from_word<T>(word)) : from_word<T>(word);
    else
      return from_word<T>(word);
  };
  {
    const RoundingScope scope(static_cast<Rounding>(op->e));
    for_active(warp.active, [&](int l) {
      // Volatile, so that the operation stays between them.
      volatile T x = read(a[l]);
      volatile T r;
      if constexpr (sources == 1) {
        r = f(x);
      } else if constexpr (sources == 2) {
        volatile T y = read(b[l]);
        r = f(T{x}, T{y});
      } else {
        volatile T y = read(b[l]);
        volatile T z = read(c[l]);
        r = f(T{x}, T{y}, T{z});
      }
      d[l] = to_word(T{canonical(r)});
      d[l] = to_word(read(d[l]));
    });
  }
  return next(warp, op);
}

// Whether the magnitude lies in a range, as bits; of zero, whether Op::e says so.
template <class T>
const Op* test_property(Warp& warp, const Op* op) {
  const Word<T>* a = warp.reg<Word<T>>(op->a);
  const Word<T> first = *warp.reg<Word<T>>(op->b), last = *warp.reg<Word<T>>(op->c);
  const bool zero = op->e != 0;
  warp.set_predicate(op->d, mask_where([=](int l) {
                       const Word<T> bits = a[l] & ~sign_bit<T>;
                       return (bits >= first && bits <= last) || (bits == 0 && zero);
                     }));
  return next(warp, op);
}

// An Op whose operands all have the instruction's type.
Op& emit_operands(Emitter& emitter, Handler run, size_t sources) {
  const Type type = emitter.instruction().type();
  uint32_t slots[4] = {};
  for (size_t i = 0; i <= sources; ++i) slots[i] = value_slot(emitter, i, type);
  Op& op = emitter.emit(run);
  op.d = slots[0];
  op.a = slots[1];
  op.b = slots[2];
  op.c = slots[3];
  return op;
}

template <auto f, class T, int sources>
Handler handler_of(bool nearest, bool ftz) {
  if (!nearest) return rounded_lanes<f, T, sources>;
  if constexpr (sources == 1) {
    if constexpr (sizeof(T) == 4)
      if (ftz) return lanes<flushing<f>, T, T>;
    return lanes<canonicalised<f>, T, T>;
  } else if constexpr (sources == 2) {
    if constexpr (sizeof(T) == 4)
      if (ftz) return lanes<flushing<f>, T, T, T>;
    return lanes<canonicalised<f>, T, T, T>;
  } else {
    if constexpr (sizeof(T) == 4)
      if (ftz) return lanes<flushing<f>, T, T, T, T>;
    return lanes<canonicalised<f>, T, T, T, T>;
  }
}

// An operation that has all roundings, .ftz and .sat.
template <auto f, int sources>
bool emit_arithmetic(Emitter& emitter) {
  const Instruction& instruction = emitter.instruction();
  const Rounding rounding = rounding_of(instruction);
  const bool nearest = rounding == Rounding::nearest, ftz = instruction.has(Modifier::ftz);
  if (instruction.types.size() > 1) emitter.unsupported("of mixed precision");
  if (instruction.has(Modifier::sat) && instruction.type() != Type::f32)
    emitter.unsupported("with .sat and a type other than .f32");
  const bool single = instruction.type() == Type::f32;
  const Handler run = single ? handler_of<f, float, sources>(nearest, ftz)
                             : handler_of<f, double, sources>(nearest, ftz);
  Op& op = emit_operands(emitter, run, sources);
  op.e = static_cast<uint32_t>(rounding);
  op.f = ftz;
  if (instruction.has(Modifier::sat)) {
    const uint32_t d = op.d;
    Op& saturate = emitter.emit(lanes<saturated<float>, float, float>);
    saturate.d = saturate.a = d;
  }
  return true;
}

template <auto f>
Handler extremum_handler(const Instruction& instruction) {
  if (instruction.type() == Type::f64) return lanes<f, double, double, double>;
  const bool ftz = instruction.has(Modifier::ftz);
  if (instruction.has(Modifier::xorsign))
    return instruction.has(Modifier::NaN)
               ? handler_of<keep_sign_product<keep_nan<f>>, float, 2>(true, ftz)
               : handler_of<keep_sign_product<f>, float, 2>(true, ftz);
  return instruction.has(Modifier::NaN) ? handler_of<keep_nan<f>, float, 2>(true, ftz)
                                        : handler_of<f, float, 2>(true, ftz);
}

// min and max; three inputs are the first two, then the third.
bool emit_extremum(Emitter& emitter, Handler run) {
  const Instruction& instruction = emitter.instruction();
  const bool third = instruction.operands.size() == 4;
  if (third && instruction.type() != Type::f32) emitter.unsupported("of three sources of .f64");
  const uint32_t c = third ? value_slot(emitter, 3, instruction.type()) : 0;
  const uint32_t between = third ? emitter.scratch32() : 0;
  Op& first = emit_operands(emitter, run, 2);
  if (!third) return true;
  const uint32_t d = first.d;
  first.d = between;
  Op& second = emitter.emit(run);
  second.d = d;
  second.a = between;
  second.b = c;
  return true;
}

template <class T>
bool emit_test(Emitter& emitter) {
  using Bits = Word<T>;
  const Bits infinity = to_bits(static_cast<T>(__builtin_inf()));
  const Bits normal = Bits{1} << (sizeof(T) == 4 ? 23 : 52);
  const Instruction& instruction = emitter.instruction();
  Bits first = 0, last = 0;
  bool zero = true;
  if (instruction.has(Modifier::finite)) {
    last = infinity - 1;
  } else if (instruction.has(Modifier::number)) {
    last = infinity;
  } else if (instruction.has(Modifier::normal)) {
    first = normal;
    last = infinity - 1;
  } else {
    zero = false;
    if (instruction.has(Modifier::infinite)) {
      first = last = infinity;
    } else if (instruction.has(Modifier::notanumber)) {
      first = infinity + 1;
      last = ~sign_bit<T>;
    } else if (instruction.has(Modifier::subnormal)) {
      first = 1;
      last = normal - 1;
    } else {
      emitter.unsupported("without a property to test");
    }
  }
  const auto constant = [&](Bits value) {
    if constexpr (sizeof(T) == 4)
      return emitter.constant32(value);
    else
      return emitter.constant64(value);
  };
  const uint32_t d = emitter.predicate(instruction.operands[0]);
  const uint32_t a = value_slot(emitter, 1, instruction.type());
  const uint32_t b = constant(first), c = constant(last);
  Op& op = emitter.emit(test_property<T>);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = c;
  op.e = zero;
  return true;
}

}  // namespace

bool emit_float(Emitter& emitter) {
  const Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  if (type != Type::f32 && type != Type::f64) return false;
  const bool single = type == Type::f32, ftz = instruction.has(Modifier::ftz);
  if (const Handler run = approximation(instruction)) {
    emit_operands(emitter, run, 1);
    return true;
  }
  switch (instruction.opcode) {
    case Opcode::add:
      return emit_arithmetic<add, 2>(emitter);
    case Opcode::sub:
      return emit_arithmetic<subtract, 2>(emitter);
    case Opcode::mul:
      return emit_arithmetic<multiply, 2>(emitter);
    case Opcode::mad:
    case Opcode::fma:
      return emit_arithmetic<fused_multiply_add, 3>(emitter);
    case Opcode::div:
      if (!instruction.has(Modifier::approx)) return emit_arithmetic<divide, 2>(emitter);
      if (!single) emitter.unsupported("with .approx and type .f64");
      emit_operands(emitter, handler_of<divide_approximately, float, 2>(true, ftz), 2);
      return true;
    case Opcode::rcp:
      return emit_arithmetic<reciprocal, 1>(emitter);
    case Opcode::sqrt:
      return emit_arithmetic<square_root, 1>(emitter);
    case Opcode::min:
      return emit_extremum(emitter, extremum_handler<minimum>(instruction));
    case Opcode::max:
      return emit_extremum(emitter, extremum_handler<maximum>(instruction));
    case Opcode::abs:
      emit_operands(emitter,
                    !single ? lanes<magnitude<double>, double, double>
                    : ftz   ? lanes<flushing<magnitude<float>>, float, float>
                            : lanes<magnitude<float>, float, float>,
                    1);
      return true;
    case Opcode::neg:
      emit_operands(emitter,
                    !single ? lanes<opposite<double>, double, double>
                    : ftz   ? lanes<flushing<opposite<float>>, float, float>
                            : lanes<opposite<float>, float, float>,
                    1);
      return true;
    case Opcode::copysign:
      emit_operands(emitter,
                    single ? lanes<with_sign<float>, float, float, float>
                           : lanes<with_sign<double>, double, double, double>,
                    2);
      return true;
    case Opcode::testp:
      return single ? emit_test<float>(emitter) : emit_test<double>(emitter);
    default:
      return false;
  }
}

}  // namespace simt::exec::SIMT_ISA
