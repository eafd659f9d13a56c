// The steps that conversions are made of. A cvt is decoded into one step, or into several with
// scratch registers between them: widen an f16, round it to an integral value, cut that to an s16.
#pragma once

#include <cstdint>

#include "simt/exec/handlers/float_ops.h"
#include "simt/exec/op.h"
#include "simt/ptx/types.h"

namespace simt::exec::SIMT_ISA {

struct Step {
  Handler run = nullptr;  // reads Op::a, writes Op::d
  bool wide = false;      // the result has 8 bytes
  uint32_t e = 0, f = 0;  // parameters: see the function that makes the step
  uint64_t imm = 0;
};

// An integer type, as the steps need it.
struct Integer {
  uint32_t bits;
  bool is_signed;
};
inline Integer integer_of(ptx::Type type) { return {8 * ptx::size_of(type), ptx::is_signed(type)}; }

// convert_integer.cpp

// Cuts or extends to `to` and then to a register of `register_bits`, whose slot has zeros above.
// `wide_source`: the source lies in a slot of 8 bytes.
Step extend_step(Integer from, bool wide_source, Integer to, uint32_t register_bits);
// The same, clamped to the range of `to`.
Step saturate_step(Integer from, bool wide_source, Integer to, uint32_t register_bits);
// To f32 or f64 (`wide`). The source lies in a slot of its size.
Step to_float_step(Integer from, bool wide, Rounding rounding);
// To f64, rounded to odd.
Step to_f64_odd_step(Integer from);
// From f32 or f64 (`wide_source`), towards zero, clamped to the range of `to`. NaN gives 0, but
// 1 << (bits - 1) where source or result have 64 bits. The result is extended to 32 bits.
Step to_integer_step(bool wide_source, Integer to);

// convert_float.cpp

Step widen_step(bool brain);  // f16 or bf16 to f32
Step f32_to_f64_step();
Step f64_to_f32_step(Rounding rounding);
// f32 or f64 (`wide`) to an integral value.
Step integral_step(bool wide, Rounding rounding, bool ftz);
Step flush_step();           // f32
Step clamp_step(bool wide);  // f32 or f64 to [0, 1]
Step copy_step(bool wide);
enum class Narrow : uint32_t { f16, bf16, tf32 };
// From f32 or f64 (`wide_source`). Directions other than to nearest take f64, and so does tf32
// unless its ties go away from zero.
Step narrow_step(Narrow to, bool wide_source, Rounding rounding);
Step rectify_step(Narrow type);  // .relu: negative values become 0; both halves
Step finite_step(Narrow type);   // .satfinite: infinities become the largest value; both halves

}  // namespace simt::exec::SIMT_ISA
