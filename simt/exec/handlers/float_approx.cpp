// sin, cos, lg2, ex2, tanh, rsqrt, and the approximate rcp and sqrt.
#include "simt/exec/handlers/float_approx.h"

#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;

// sin(2 pi turns). Whole turns are dropped in f64; f32 is enough for the rest. As on the hardware,
// nothing is left of arguments so large that neighbours are turns apart.
[[gnu::always_inline]] inline float sine_of_turns(double turns) {
  const float f = static_cast<float>(turns - __builtin_nearbyint(turns));  // in [-1/2, 1/2]
  const float folded = __builtin_fabsf(f) > 0.25f ? __builtin_copysignf(0.5f, f) - f : f;
  const float u = 6.2831853f * folded, u2 = u * u;
  // Taylor's series up to u^13; the first term left out is below 2^-30.
  float p = 1.6059044e-10f;
  p = __builtin_fmaf(p, u2, -2.5052108e-8f);
  p = __builtin_fmaf(p, u2, 2.7557319e-6f);
  p = __builtin_fmaf(p, u2, -1.9841270e-4f);
  p = __builtin_fmaf(p, u2, 8.3333333e-3f);
  p = __builtin_fmaf(p, u2, -1.6666667e-1f);
  return __builtin_fmaf(p * u2, u, u);
}

constexpr double turns_per_radian = 0.15915494309189535;

// Absolute error < 2^-22 for |x| < 2^28 [2^-20.5 for |x| <= 2 pi].
constexpr auto sine = [](float x) {
  const float r = sine_of_turns(x * turns_per_radian);
  return __builtin_fabsf(x) < 0x1p-12f ? x : r;  // keeps -0 and subnormal numbers
};
constexpr auto cosine = [](float x) { return sine_of_turns(x * turns_per_radian + 0.25); };

// Absolute error < 2^-22 for x in (1/2, 2), relative error < 2^-22 elsewhere [the same bounds].
constexpr auto logarithm = [](float x) {
  const bool tiny = x < 0x1p-126f;
  const uint32_t bits = to_bits(tiny ? x * 0x1p24f : x);
  // x = 2^exponent m with m in [sqrt(1/2), sqrt(2)).
  constexpr uint32_t low = 0x3f3504f3;
  const int exponent = (static_cast<int>(bits - low) >> 23) - (tiny ? 24 : 0);
  const float m = from_bits(((bits - low) & 0x007fffffu) + low);
  // ln m = 2 atanh s; the first term left out is below 2^-31.
  const float s = (m - 1) / (m + 1), s2 = s * s;
  float p = 1.0f / 9;
  p = __builtin_fmaf(p, s2, 1.0f / 7);
  p = __builtin_fmaf(p, s2, 1.0f / 5);
  p = __builtin_fmaf(p, s2, 1.0f / 3);
  p = __builtin_fmaf(p, s2, 1.0f);
  const float r = __builtin_fmaf(2.8853901f * s, p, static_cast<float>(exponent));
  const float infinity = __builtin_inff();
  return x == 0                  ? -infinity
         : x < infinity && x > 0 ? r
         : x == infinity         ? x
                                 : from_bits(0x7fffffffu);
};

constexpr auto exponential = [](float x) { return approximate_exp2(x); };
constexpr auto hyperbolic_tangent = [](float x) { return approximate_tanh(x); };
constexpr auto reciprocal = [](float x) { return 1 / x; };  // correctly rounded
constexpr auto square_root = [](float x) { return __builtin_sqrtf(x); };
constexpr auto reciprocal_root = [](float x) {
  return 1 / __builtin_sqrtf(x);
};  // [2^-22.9]: 2^-23
constexpr auto reciprocal_root_f64 = [](double x) { return 1 / __builtin_sqrt(x); };

// The f64 forms of rcp and rsqrt that look at the upper word of the source only, flush, and leave
// zeros in the lower word of the result.
[[gnu::always_inline]] inline double upper_word(double x) {
  const uint64_t bits = to_bits(x) & 0xffffffff00000000u;
  const bool subnormal = __builtin_fabs(x) < 0x1p-1022;
  const bool nan = x != x;
  return from_bits(nan ? 0x7fffffff00000000u : subnormal ? bits & sign_bit<double> : bits);
}
[[gnu::always_inline]] inline double rounded_upper_word(double x) {
  const double rounded = from_bits((to_bits(x) + 0x80000000u) & 0xffffffff00000000u);
  return upper_word(x == x ? rounded : x);
}
constexpr auto gross_reciprocal = [](double x) { return rounded_upper_word(1 / upper_word(x)); };
constexpr auto gross_reciprocal_root = [](double x) {
  return rounded_upper_word(1 / __builtin_sqrt(upper_word(x)));
};

template <auto f>
Handler of_f32(bool ftz) {
  return ftz ? lanes<flushing<f>, float, float> : lanes<canonicalised<f>, float, float>;
}

}  // namespace

Handler approximation(const ptx::Instruction& instruction) {
  const bool ftz = instruction.has(Modifier::ftz), approx = instruction.has(Modifier::approx);
  if (!approx) return nullptr;
  if (instruction.type() == ptx::Type::f64) {
    switch (instruction.opcode) {
      case Opcode::rcp:
        return lanes<gross_reciprocal, double, double>;
      case Opcode::rsqrt:
        return ftz ? lanes<gross_reciprocal_root, double, double>
                   : lanes<reciprocal_root_f64, double, double>;
      default:
        return nullptr;
    }
  }
  switch (instruction.opcode) {
    case Opcode::sin:
      return of_f32<sine>(ftz);
    case Opcode::cos:
      return of_f32<cosine>(ftz);
    case Opcode::lg2:
      return of_f32<logarithm>(ftz);
    case Opcode::ex2:
      return of_f32<exponential>(ftz);
    case Opcode::tanh:
      return of_f32<hyperbolic_tangent>(ftz);
    case Opcode::rcp:
      return of_f32<reciprocal>(ftz);
    case Opcode::sqrt:
      return of_f32<square_root>(ftz);
    case Opcode::rsqrt:
      return of_f32<reciprocal_root>(ftz);
    default:
      return nullptr;
  }
}

}  // namespace simt::exec::SIMT_ISA
