// Steps of conversions between floating-point types.
#include "simt/exec/handlers/convert_steps.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

template <class T, Rounding rounding>
constexpr auto integral = [](T x) {
  if constexpr (sizeof(T) == 4) {
    if constexpr (rounding == Rounding::towards_zero)
      return __builtin_truncf(x);
    else if constexpr (rounding == Rounding::down)
      return __builtin_floorf(x);
    else if constexpr (rounding == Rounding::up)
      return __builtin_ceilf(x);
    else
      return __builtin_nearbyintf(x);
  } else {
    if constexpr (rounding == Rounding::towards_zero)
      return __builtin_trunc(x);
    else if constexpr (rounding == Rounding::down)
      return __builtin_floor(x);
    else if constexpr (rounding == Rounding::up)
      return __builtin_ceil(x);
    else
      return __builtin_nearbyint(x);
  }
};

template <Rounding rounding>
Handler integral_handler(bool wide, bool ftz) {
  constexpr auto single = integral<float, rounding>;
  if (wide) return lanes<integral<double, rounding>, double, double>;
  return ftz ? lanes<flushing<single>, float, float> : lanes<canonicalised<single>, float, float>;
}

template <class Format>
constexpr auto widen = [](uint32_t h) { return Format::widen(h & 0xffff); };
template <class Format>
constexpr auto narrow_f32 = [](float x) { return Format::narrow(x); };
template <class Format>
constexpr auto narrow_f64 = [](double x) { return Format::narrow(narrow_to_odd(x)); };

// Half of the last of tf32's 10 bits is added to the magnitude: ties go away from zero.
constexpr auto narrow_tf32_away = [](float x) {
  const uint32_t u = to_bits(x);
  const uint32_t special = (u & 0x7f800000u) == 0x7f800000u ? u : (u + 0x1000) & ~0x1fffu;
  return (u & 0x7fffffffu) > 0x7f800000u ? 0x7fffffffu : special;
};

// Op::f: the direction.
const Op* f64_to_f32_rounded(Warp& warp, const Op* op) {
  const uint64_t* a = warp.reg<uint64_t>(op->a);
  uint32_t* d = warp.reg<uint32_t>(op->d);
  {
    const RoundingScope scope(static_cast<Rounding>(op->f));
    for_active(warp.active, [=](int l) {
      volatile double x = from_word<double>(a[l]);
      volatile float r = static_cast<float>(x);
      d[l] = to_word(canonical(r));
    });
  }
  return next(warp, op);
}

struct Format {
  int bits;               // of the significand, the leading one included
  int smallest_exponent;  // of a normal number
  float largest;
};
constexpr Format formats[] = {
    {11, -14, 65504.0f}, {8, -126, 0x1.fep127f}, {11, -126, 0x1.ffcp127f}};

double power_of_two(int exponent) {
  return from_bits(static_cast<uint64_t>(exponent + 1023) << 52);
}

// x as the f32 that is its neighbour in the format.
float round_to(const Format& format, double x, Rounding rounding) {
  if (x != x) return from_bits(0x7fffffffu);
  if (x == 0 || __builtin_isinf(x)) return static_cast<float>(x);
  const int exponent = static_cast<int>(to_bits(x) >> 52 & 0x7ff) - 1023;
  const int of_last = (exponent > format.smallest_exponent ? exponent : format.smallest_exponent) -
                      (format.bits - 1);
  if (exponent > 128) x = __builtin_copysign(0x1p128, x);  // too large for any of them
  const double scaled = x * power_of_two(exponent > 128 ? 0 : -of_last);
  double whole = 0;
  switch (rounding) {
    case Rounding::towards_zero:
      whole = __builtin_trunc(scaled);
      break;
    case Rounding::down:
      whole = __builtin_floor(scaled);
      break;
    case Rounding::up:
      whole = __builtin_ceil(scaled);
      break;
    case Rounding::nearest:
      whole = __builtin_nearbyint(scaled);
      break;
    case Rounding::nearest_away:
      whole = __builtin_round(scaled);
      break;
  }
  const double r = whole * power_of_two(exponent > 128 ? 0 : of_last);
  if (__builtin_fabs(r) <= format.largest) return static_cast<float>(__builtin_copysign(r, x));
  const bool stays =
      rounding == Rounding::towards_zero || rounding == (x > 0 ? Rounding::down : Rounding::up);
  return __builtin_copysignf(stays ? format.largest : __builtin_inff(), static_cast<float>(x));
}

// Op::e: which format; Op::f: the direction.
const Op* narrow_rounded(Warp& warp, const Op* op) {
  const uint64_t* a = warp.reg<uint64_t>(op->a);
  uint32_t* d = warp.reg<uint32_t>(op->d);
  const auto to = static_cast<Narrow>(op->e);
  const auto rounding = static_cast<Rounding>(op->f);
  for_active(warp.active, [=](int l) {
    const float r = round_to(formats[op->e], from_word<double>(a[l]), rounding);
    d[l] = to == Narrow::f16 ? F16::narrow(r) : to == Narrow::bf16 ? Bf16::narrow(r) : to_bits(r);
  });
  return next(warp, op);
}

// Results are canonical: a NaN has no sign.
constexpr auto rectify_halves = [](uint32_t x) { return x & ~((x >> 15 & 0x00010001) * 0xffff); };
constexpr auto rectify_word = [](uint32_t x) { return x >> 31 ? 0 : x; };

// Infinite halves become the largest value, which is one less. Op::e: the bits of infinity.
const Op* make_finite(Warp& warp, const Op* op) {
  const uint32_t* a = warp.reg<uint32_t>(op->a);
  const uint32_t infinity = op->e;
  write_lanes(warp, warp.reg<uint32_t>(op->d), [=](int l) {
    const uint32_t low = (a[l] & 0x7fff) == infinity ? 1 : 0;
    const uint32_t high = (a[l] >> 16 & 0x7fff) == infinity ? 0x10000 : 0;
    return a[l] - low - high;
  });
  return next(warp, op);
}

constexpr auto make_tf32_finite = [](uint32_t x) {
  return (x & 0x7fffffffu) == 0x7f800000u ? (x & 0x80000000u) | 0x7f7fe000u : x;
};

}  // namespace

Step widen_step(bool brain) {
  return {.run = brain ? lanes<widen<Bf16>, float, uint32_t> : lanes<widen<F16>, float, uint32_t>};
}

Step f32_to_f64_step() {
  return {.run = lanes<[](float x) { return static_cast<double>(x); }, double, float>,
          .wide = true};
}

Step f64_to_f32_step(Rounding rounding) {
  if (rounding == Rounding::nearest)
    return {.run = lanes<[](double x) { return canonical(static_cast<float>(x)); }, float, double>};
  return {.run = f64_to_f32_rounded, .f = static_cast<uint32_t>(rounding)};
}

Step integral_step(bool wide, Rounding rounding, bool ftz) {
  switch (rounding) {
    case Rounding::towards_zero:
      return {.run = integral_handler<Rounding::towards_zero>(wide, ftz), .wide = wide};
    case Rounding::down:
      return {.run = integral_handler<Rounding::down>(wide, ftz), .wide = wide};
    case Rounding::up:
      return {.run = integral_handler<Rounding::up>(wide, ftz), .wide = wide};
    default:
      return {.run = integral_handler<Rounding::nearest>(wide, ftz), .wide = wide};
  }
}

Step flush_step() {
  return {.run = lanes<[](float x) { return flush(x); }, float, float>};
}

Step clamp_step(bool wide) {
  return {.run = wide ? lanes<saturated<double>, double, double>
                      : lanes<saturated<float>, float, float>,
          .wide = wide};
}

Step copy_step(bool wide) {
  constexpr auto same = [](auto x) { return x; };
  return {.run = wide ? lanes<same, uint64_t, uint64_t> : lanes<same, uint32_t, uint32_t>,
          .wide = wide};
}

Step narrow_step(Narrow to, bool wide_source, Rounding rounding) {
  if (to == Narrow::tf32 && rounding == Rounding::nearest_away && !wide_source)
    return {.run = lanes<narrow_tf32_away, uint32_t, float>};
  if (to != Narrow::tf32 && rounding == Rounding::nearest) {
    if (to == Narrow::f16)
      return {.run = wide_source ? lanes<narrow_f64<F16>, uint32_t, double>
                                 : lanes<narrow_f32<F16>, uint32_t, float>};
    return {.run = wide_source ? lanes<narrow_f64<Bf16>, uint32_t, double>
                               : lanes<narrow_f32<Bf16>, uint32_t, float>};
  }
  return {
      .run = narrow_rounded, .e = static_cast<uint32_t>(to), .f = static_cast<uint32_t>(rounding)};
}

Step rectify_step(Narrow type) {
  return {.run = type == Narrow::tf32 ? lanes<rectify_word, uint32_t, uint32_t>
                                      : lanes<rectify_halves, uint32_t, uint32_t>};
}

Step finite_step(Narrow type) {
  if (type == Narrow::tf32) return {.run = lanes<make_tf32_finite, uint32_t, uint32_t>};
  return {.run = make_finite, .e = type == Narrow::f16 ? 0x7c00u : 0x7f80u};
}

}  // namespace simt::exec::SIMT_ISA
