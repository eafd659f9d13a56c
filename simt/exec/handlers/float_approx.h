// The approximate functions of one lane, and who decodes them. Errors are of f32 results, against
// exact ones; the bounds that PTX states stand in brackets (PTX ISA 9.0, 9.7.3). The hardware's own
// last bits are not published: these functions are more accurate, not equal to it.
#pragma once

#include <cstdint>

#include "simt/exec/handlers/float_ops.h"
#include "simt/exec/op.h"
#include "simt/ptx/program.h"

namespace simt::exec::SIMT_ISA {

// 2^x. Relative error < 2^-22.7 [2^-22.5], 2^x of integers is exact.
[[gnu::always_inline]] inline float approximate_exp2(float x) {
  // Beyond these, the result is infinite or zero.
  const float clamped = x > 130 ? 130 : x < -160 ? -160 : x;
  const float whole = __builtin_nearbyintf(clamped);
  const float r = clamped - whole;  // exact, at most 1/2
  // Taylor's series of e^(r ln 2); the first term left out is below 2^-32.
  float p = 1.0178086e-7f;
  p = __builtin_fmaf(p, r, 1.3215487e-6f);
  p = __builtin_fmaf(p, r, 1.5252734e-5f);
  p = __builtin_fmaf(p, r, 1.5403530e-4f);
  p = __builtin_fmaf(p, r, 1.3333558e-3f);
  p = __builtin_fmaf(p, r, 9.6181291e-3f);
  p = __builtin_fmaf(p, r, 5.5504109e-2f);
  p = __builtin_fmaf(p, r, 2.4022651e-1f);
  p = __builtin_fmaf(p, r, 6.9314718e-1f);
  p = __builtin_fmaf(p, r, 1.0f);
  // In two steps, so that results may overflow and become subnormal.
  const int exponent = static_cast<int>(whole);
  const int half = exponent >> 1, rest = exponent - half;
  const float scaled = p * from_bits(static_cast<uint32_t>(half + 127) << 23) *
                       from_bits(static_cast<uint32_t>(rest + 127) << 23);
  return x == x ? scaled : x;
}

// Relative error < 2^-20 [2^-11].
[[gnu::always_inline]] inline float approximate_tanh(float x) {
  const float t = __builtin_fabsf(x), t2 = t * t;
  float p = -0.0088632355f;  // Taylor's series, for small arguments
  p = __builtin_fmaf(p, t2, 0.021869488f);
  p = __builtin_fmaf(p, t2, -0.053968254f);
  p = __builtin_fmaf(p, t2, 0.13333333f);
  p = __builtin_fmaf(p, t2, -0.33333333f);
  const float small = __builtin_fmaf(p * t2, t, t);
  const float large = 1.0f - 2.0f / (approximate_exp2(2.8853901f * t) + 1.0f);
  return __builtin_copysignf(t < 0.3f ? small : large, x);
}

// The handler of sin, cos, lg2, ex2, tanh, rsqrt and the .approx forms of rcp and sqrt; null for
// other instructions.
Handler approximation(const ptx::Instruction& instruction);

}  // namespace simt::exec::SIMT_ISA
