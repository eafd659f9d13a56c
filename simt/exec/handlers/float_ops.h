// Floating point as the GPU does it, a lane at a time and in a form that compilers vectorise:
// canonical NaNs, flushing, rounding to 16 bits, and a scope with another rounding direction.
//
// f32, f16 and bf16 arithmetic gives one NaN, 0x7fffffff or 0x7fff (PTX ISA 9.0, 9.7.3). NaNs of
// f64 arithmetic are left as the host makes them: their payload is not specified, and an invalid
// operation gives 0xfff8000000000000 on x86 processors and GPUs alike.
#pragma once

#include <cstdint>

#if defined(__SSE__)
#include <immintrin.h>
#else
#include <cfenv>
#endif

#include "simt/ptx/program.h"

namespace simt::exec::SIMT_ISA {

template <class T>
struct BitsOf;
template <>
struct BitsOf<float> {
  using Type = uint32_t;
};
template <>
struct BitsOf<double> {
  using Type = uint64_t;
};

template <class T>
[[gnu::always_inline]] inline typename BitsOf<T>::Type to_bits(T x) {
  return __builtin_bit_cast(typename BitsOf<T>::Type, x);
}
[[gnu::always_inline]] inline float from_bits(uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}
[[gnu::always_inline]] inline double from_bits(uint64_t bits) {
  return __builtin_bit_cast(double, bits);
}

template <class T>
inline constexpr typename BitsOf<T>::Type sign_bit =
    typename BitsOf<T>::Type{1} << (sizeof(T) * 8 - 1);

[[gnu::always_inline]] inline float canonical(float x) {
  return x == x ? x : from_bits(0x7fffffffu);
}
[[gnu::always_inline]] inline double canonical(double x) { return x; }

// Subnormal numbers become zeros of their sign.
[[gnu::always_inline]] inline float flush(float x) {
  const uint32_t bits = to_bits(x);
  return from_bits((bits & 0x7f800000u) == 0 ? bits & 0x80000000u : bits);
}

// Clamps to [0, 1]; NaN and -0 become +0.
template <class T>
[[gnu::always_inline]] inline T saturated(T x) {
  return x > 0 ? (x < 1 ? x : T(1)) : T(0);
}

// The lesser or greater; -0 is less than +0. A NaN loses against a number.
template <class T>
[[gnu::always_inline]] inline T lesser(T a, T b) {
  const T r = a == b ? from_bits(to_bits(a) | to_bits(b)) : a < b ? a : b;
  return b == b ? r : a;
}
template <class T>
[[gnu::always_inline]] inline T greater(T a, T b) {
  const T r = a == b ? from_bits(to_bits(a) & to_bits(b)) : a > b ? a : b;
  return b == b ? r : a;
}

// ---- 16-bit formats, in the low half of a word. widen() is exact. narrow() rounds to nearest
// even, and gives the canonical NaN. ----

struct F16 {
  static constexpr uint32_t smallest_normal = 0x0400;
  [[gnu::always_inline]] static float widen(uint32_t h) {
    const uint32_t magnitude = (h & 0x7fff) << 13;
    const uint32_t scaled = to_bits(from_bits(magnitude) * 0x1p112f);
    const uint32_t special = magnitude >= (0x7c00u << 13) ? 0x7f800000u : 0;
    return from_bits(scaled | special | (h & 0x8000) << 16);
  }
  [[gnu::always_inline]] static uint32_t narrow(float x) {
    const uint32_t sign = to_bits(x) >> 16 & 0x8000, u = to_bits(x) & 0x7fffffff;
    // Below 2^-14 the sum's last bit weighs 2^-24, as that of a subnormal f16 does.
    const uint32_t tiny = to_bits(from_bits(u) + 0.5f) - 0x3f000000u;
    const uint32_t normal = (u + 0xfff + (u >> 13 & 1) - (112u << 23)) >> 13;
    uint32_t r = u < 0x38800000u ? tiny : normal;
    r = u >= 0x47800000u ? 0x7c00u : r;
    return u > 0x7f800000u ? 0x7fffu : r | sign;
  }
  [[gnu::always_inline]] static uint32_t fma(float a, float b, float c);
  [[gnu::always_inline]] static uint32_t mul(float a, float b) {
    return narrow(a * b);
  }  // the product is exact
};

struct Bf16 {
  static constexpr uint32_t smallest_normal = 0x0080;
  [[gnu::always_inline]] static float widen(uint32_t h) { return from_bits(h << 16); }
  [[gnu::always_inline]] static uint32_t narrow(float x) {
    const uint32_t u = to_bits(x);
    const uint32_t r = (u + 0x7fff + (u >> 16 & 1)) >> 16;
    return (u & 0x7fffffff) > 0x7f800000u ? 0x7fffu : r;
  }
  [[gnu::always_inline]] static uint32_t fma(float a, float b, float c);
  [[gnu::always_inline]] static uint32_t mul(float a, float b);
};

// Rounding to odd: towards zero, and the last bit set where that lost something. A later rounding
// to fewer bits (by two at least) then gives what a single one would have given.

// a + b, rounded to odd; its error is exact (Knuth's TwoSum).
template <class T>
[[gnu::always_inline]] inline T add_to_odd(T a, T b) {
  const T sum = a + b, b_part = sum - a;
  const T error = (a - (sum - b_part)) + (b - b_part);
  const auto bits = to_bits(sum);
  const auto towards_zero = bits - ((to_bits(error) ^ bits) >> (sizeof(T) * 8 - 1));
  return error > 0 || error < 0 ? from_bits(towards_zero | 1) : sum;  // a NaN for infinite sums
}
[[gnu::always_inline]] inline float narrow_to_odd(double x) {
  const float nearest = static_cast<float>(x);
  const double back = nearest;
  const uint32_t beyond = __builtin_fabs(back) > __builtin_fabs(x) ? 1 : 0;
  return back > x || back < x ? from_bits((to_bits(nearest) - beyond) | 1u) : nearest;
}

[[gnu::always_inline]] inline uint32_t F16::fma(float a, float b, float c) {
  return narrow(add_to_odd(a * b, c));
}
// Products of bf16 exceed the range of f32, so they are made in f64, where they are exact.
[[gnu::always_inline]] inline uint32_t Bf16::fma(float a, float b, float c) {
  const double product = static_cast<double>(a) * b;
  return narrow(narrow_to_odd(add_to_odd(product, static_cast<double>(c))));
}
[[gnu::always_inline]] inline uint32_t Bf16::mul(float a, float b) {
  return narrow(narrow_to_odd(static_cast<double>(a) * b));
}

// ---- Rounding directions ----

enum class Rounding : uint32_t { nearest, towards_zero, down, up, nearest_away };

inline Rounding rounding_of(const ptx::Instruction& instruction) {
  using enum ptx::Modifier;
  if (instruction.has(rz)) return Rounding::towards_zero;
  if (instruction.has(rm)) return Rounding::down;
  if (instruction.has(rp)) return Rounding::up;
  if (instruction.has(rna)) return Rounding::nearest_away;
  return Rounding::nearest;
}

// While it lives, scalar arithmetic between volatile variables rounds in this direction, without
// flushing and without traps, whatever the host program has set.
class RoundingScope {
 public:
#if defined(__SSE__)
  explicit RoundingScope(Rounding rounding) : before_(_mm_getcsr()) {
    constexpr unsigned control[] = {0x0000, 0x6000, 0x2000, 0x4000, 0x0000};
    _mm_setcsr(0x1f80 | control[static_cast<int>(rounding)]);
  }
  ~RoundingScope() { _mm_setcsr(before_); }

 private:
  unsigned before_;
#else
  explicit RoundingScope(Rounding rounding) : before_(fegetround()) {
    constexpr int directions[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD,
                                  FE_TONEAREST};
    fesetround(directions[static_cast<int>(rounding)]);
  }
  ~RoundingScope() { fesetround(before_); }

 private:
  int before_;
#endif
  RoundingScope(const RoundingScope&) = delete;
};

// f, of f32 or f64, with the NaN that the GPU gives; flushing: with .ftz.
template <auto f>
inline constexpr auto canonicalised = [](auto... x) { return canonical(f(x...)); };
template <auto f>
inline constexpr auto flushing = [](auto... x) { return canonical(flush(f(flush(x)...))); };

}  // namespace simt::exec::SIMT_ISA
