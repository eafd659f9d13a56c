// Steps of conversions to and from integers.
#include "simt/exec/handlers/convert_steps.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

uint64_t mask_of(uint32_t bits) { return ~uint64_t{0} >> (64 - bits); }

// Op::e: what is shifted out above the value; Op::imm: the bits that the register keeps.
template <class S, class D, bool is_signed>
const Op* extend(Warp& warp, const Op* op) {
  using Unsigned = std::conditional_t<sizeof(S) < sizeof(D), S, D>;
  using T = std::conditional_t<is_signed, std::make_signed_t<Unsigned>, Unsigned>;
  const S* a = warp.reg<S>(op->a);
  const uint32_t shift = op->e;
  const D mask = static_cast<D>(op->imm);
  write_lanes(warp, warp.reg<D>(op->d), [=](int l) {
    const T value = static_cast<T>(static_cast<Unsigned>(a[l]) << shift) >> shift;
    return static_cast<D>(value) & mask;
  });
  return next(warp, op);
}

// Clamps wider integers than 64 bits, so that s64 and u64 meet. Op::e and Op::f: bits and sign of
// source and destination.
template <class S, class D>
const Op* saturate(Warp& warp, const Op* op) {
  const S* a = warp.reg<S>(op->a);
  D* d = warp.reg<D>(op->d);
  const uint32_t from_bits = op->e & 0xff, to_bits = op->f & 0xff;
  const bool from_signed = op->e >> 8, to_signed = op->f >> 8;
  const __int128 one = 1;
  const __int128 least = to_signed ? -(one << (to_bits - 1)) : 0;
  const __int128 most = (one << (to_bits - to_signed)) - 1;
  for_active(warp.active, [=](int l) {
    __int128 value = a[l] & mask_of(from_bits);
    if (from_signed && (value >> (from_bits - 1) & 1)) value -= one << from_bits;
    value = value < least ? least : value > most ? most : value;
    d[l] = static_cast<D>(static_cast<uint64_t>(value) & op->imm);
  });
  return next(warp, op);
}

// S is a type of 32 or 64 bits; Op::e as in extend.
template <class S, class T>
const Op* to_float(Warp& warp, const Op* op) {
  const Word<S>* a = warp.reg<Word<S>>(op->a);
  const uint32_t shift = op->e;
  write_lanes(warp, warp.reg<Word<T>>(op->d), [=](int l) {
    return to_word(static_cast<T>(static_cast<S>(a[l] << shift) >> shift));
  });
  return next(warp, op);
}

// Op::f: the direction.
template <class S, class T>
const Op* to_float_rounded(Warp& warp, const Op* op) {
  const Word<S>* a = warp.reg<Word<S>>(op->a);
  Word<T>* d = warp.reg<Word<T>>(op->d);
  const uint32_t shift = op->e;
  {
    const RoundingScope scope(static_cast<Rounding>(op->f));
    for_active(warp.active, [=](int l) {
      volatile S value = static_cast<S>(a[l] << shift) >> shift;
      volatile T r = static_cast<T>(S{value});
      d[l] = to_word(T{r});
    });
  }
  return next(warp, op);
}

// The lowest 11 of 64 bits, which f64 may not hold, become one.
template <class S>
const Op* to_f64_odd(Warp& warp, const Op* op) {
  const uint64_t* a = warp.reg<uint64_t>(op->a);
  write_lanes(warp, warp.reg<uint64_t>(op->d), [=](int l) {
    const uint64_t value = a[l];
    const bool negative = std::is_signed_v<S> && static_cast<int64_t>(value) < 0;
    const uint64_t magnitude = negative ? -value : value;
    const uint64_t sticky = (magnitude & 0x7ff) != 0 ? 0x800 : 0;
    const uint64_t kept = magnitude >> 53 ? (magnitude & ~uint64_t{0x7ff}) | sticky : magnitude;
    const double r = static_cast<double>(kept);
    return to_word(negative ? -r : r);
  });
  return next(warp, op);
}

// Op::e and Op::f: the least and the first too large value, as f32. Op::imm, for an I of 32 bits:
// the least result, and above it the greatest.
template <class T, class I>
const Op* to_integer(Warp& warp, const Op* op) {
  const Word<T>* a = warp.reg<Word<T>>(op->a);
  const T low = from_word<float>(op->e), high = from_word<float>(op->f);
  I least, most, not_a_number;
  if constexpr (sizeof(I) == 4) {
    least = static_cast<I>(op->imm);
    most = static_cast<I>(op->imm >> 32);
    not_a_number = sizeof(T) == 4 ? I{0} : least ? least : static_cast<I>((most >> 1) + 1);
  } else {
    constexpr uint64_t top = uint64_t{1} << 63;
    least = std::is_signed_v<I> ? static_cast<I>(top) : I{0};
    most = static_cast<I>(std::is_signed_v<I> ? top - 1 : ~uint64_t{0});
    not_a_number = static_cast<I>(top);
  }
  write_lanes(warp, warp.reg<Word<I>>(op->d), [=](int l) {
    const T x = from_word<T>(a[l]);
    const bool fits = x >= low && x < high;
    const I value = static_cast<I>(fits ? x : T{0});
    return static_cast<Word<I>>(fits ? value : x >= high ? most : x < low ? least : not_a_number);
  });
  return next(warp, op);
}

float power_of_two(uint32_t exponent) { return from_bits((exponent + 127) << 23); }

template <class S>
Handler to_float_handler(bool is_signed, bool wide, bool nearest) {
  using Signed = std::make_signed_t<S>;
  if (wide && !nearest && sizeof(S) == 8)
    return is_signed ? to_float_rounded<Signed, double> : to_float_rounded<S, double>;
  if (wide) return is_signed ? to_float<Signed, double> : to_float<S, double>;
  if (!nearest) return is_signed ? to_float_rounded<Signed, float> : to_float_rounded<S, float>;
  return is_signed ? to_float<Signed, float> : to_float<S, float>;
}

}  // namespace

Step extend_step(Integer from, bool wide_source, Integer to, uint32_t register_bits) {
  const bool wide = register_bits == 64;
  const uint32_t bits = to.bits < from.bits ? to.bits : from.bits;
  const bool is_signed = to.bits <= from.bits ? to.is_signed : from.is_signed;
  const uint32_t kept = to.is_signed ? register_bits : to.bits;
  Step step{.wide = wide};
  step.e = (wide && wide_source ? 64 : 32) - bits;
  step.imm = mask_of(kept);
  if (wide_source)
    step.run =
        wide ? is_signed ? extend<uint64_t, uint64_t, true> : extend<uint64_t, uint64_t, false>
        : is_signed ? extend<uint64_t, uint32_t, true>
                    : extend<uint64_t, uint32_t, false>;
  else
    step.run =
        wide ? is_signed ? extend<uint32_t, uint64_t, true> : extend<uint32_t, uint64_t, false>
        : is_signed ? extend<uint32_t, uint32_t, true>
                    : extend<uint32_t, uint32_t, false>;
  return step;
}

Step saturate_step(Integer from, bool wide_source, Integer to, uint32_t register_bits) {
  const bool wide = register_bits == 64;
  Step step{.wide = wide};
  step.e = from.bits | uint32_t{from.is_signed} << 8;
  step.f = to.bits | uint32_t{to.is_signed} << 8;
  step.imm = mask_of(register_bits);
  step.run = wide_source ? wide ? saturate<uint64_t, uint64_t> : saturate<uint64_t, uint32_t>
             : wide ? saturate<uint32_t, uint64_t>
                         : saturate<uint32_t, uint32_t>;
  return step;
}

Step to_float_step(Integer from, bool wide, Rounding rounding) {
  const bool nearest = rounding == Rounding::nearest;
  Step step{.wide = wide, .f = static_cast<uint32_t>(rounding)};
  step.e = from.bits == 64 ? 0 : 32 - from.bits;
  step.run = from.bits == 64 ? to_float_handler<uint64_t>(from.is_signed, wide, nearest)
                             : to_float_handler<uint32_t>(from.is_signed, wide, nearest);
  return step;
}

Step to_f64_odd_step(Integer from) {
  if (from.bits != 64) return to_float_step(from, true, Rounding::nearest);  // exact
  return {.run = from.is_signed ? to_f64_odd<int64_t> : to_f64_odd<uint64_t>, .wide = true};
}

Step to_integer_step(bool wide_source, Integer to) {
  Step step{.wide = to.bits == 64};
  const float low = to.is_signed ? -power_of_two(to.bits - 1) : 0;
  step.e = to_word(low);
  step.f = to_word(power_of_two(to.bits - to.is_signed));
  if (to.bits == 64) {
    step.run = wide_source
                   ? to.is_signed ? to_integer<double, int64_t> : to_integer<double, uint64_t>
               : to.is_signed ? to_integer<float, int64_t>
                              : to_integer<float, uint64_t>;
    return step;
  }
  const uint64_t least = to.is_signed ? mask_of(32) << (to.bits - 1) & mask_of(32) : 0;
  step.imm = least | mask_of(to.bits - to.is_signed) << 32;
  if (to.bits < 32 || to.is_signed)
    step.run = wide_source ? to_integer<double, int32_t> : to_integer<float, int32_t>;
  else
    step.run = wide_source ? to_integer<double, uint32_t> : to_integer<float, uint32_t>;
  return step;
}

}  // namespace simt::exec::SIMT_ISA
