// Floating point in integers, see softfloat.h.
#include "autograder/problems/ieee754/softfloat.h"

#include <bit>
#include <utility>

namespace warplab::softfloat {
namespace {

using Wide = unsigned __int128;

constexpr int fraction_bits = 23, least_exponent = -149;  // of the last bit of a denormal number

// (-1)^negative * significand * 2^exponent. With `sticky` the number is a little more, by less than
// one unit of the significand.
struct Exact {
  bool negative = false;
  Wide significand = 0;
  int exponent = 0;
  bool sticky = false;
};

bool is_negative(std::uint32_t a) { return (a & sign_bit) != 0; }
std::uint32_t signed_as(bool negative, std::uint32_t magnitude) {
  return magnitude | (negative ? sign_bit : 0);
}

// What a finite float is.
Exact exact(std::uint32_t a) {
  const std::uint32_t fraction = a & 0x007fffffu;
  const int biased = static_cast<int>(a >> fraction_bits & 0xff);
  return {is_negative(a), biased == 0 ? fraction : fraction | 0x00800000u,
          biased == 0 ? least_exponent : biased + least_exponent - 1, false};
}

int bits_of(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(value));
}

// Where the rest of a number that is cut off lies, seen from half a unit of what is left.
enum class Rest { none, below_half, half, above_half };

bool rounds_away(Rest rest, bool is_odd, bool negative, Rounding mode) {
  switch (mode) {
    case Rounding::nearest:
      return rest == Rest::above_half || (rest == Rest::half && is_odd);
    case Rounding::to_zero:
      return false;
    case Rounding::down:
      return rest != Rest::none && negative;
    default:
      return rest != Rest::none && !negative;
  }
}

std::uint32_t overflown(bool negative, Rounding mode) {
  const bool stays_finite = mode == Rounding::to_zero || (mode == Rounding::down && !negative) ||
                            (mode == Rounding::up && negative);
  return signed_as(negative, stays_finite ? largest_finite : infinity);
}

// The one place where something is rounded. A number with `sticky` has more than 24 bits.
std::uint32_t rounded(const Exact& x, Rounding mode) {
  if (x.significand == 0) return signed_as(x.negative, 0);
  // The last bit that is kept: the 24th, or that of a denormal number.
  int exponent = x.exponent + bits_of(x.significand) - (fraction_bits + 1);
  if (exponent < least_exponent) exponent = least_exponent;
  const int cut = exponent - x.exponent;
  Wide kept = 0, below = 0, half = 0;
  if (cut <= 0) {
    kept = x.significand << -cut;
  } else if (cut > 127) {
    below = 1, half = 2;  // what is cut off is far below half a unit
  } else {
    kept = x.significand >> cut;
    below = x.significand - (kept << cut);
    half = Wide{1} << (cut - 1);
  }
  const Rest rest = below > half || (below == half && half != 0 && x.sticky) ? Rest::above_half
                    : below == half && half != 0                             ? Rest::half
                    : below != 0 || x.sticky                                 ? Rest::below_half
                                                                             : Rest::none;
  if (rounds_away(rest, (kept & 1) != 0, x.negative, mode)) ++kept;
  if (kept >> (fraction_bits + 1) != 0) {
    kept >>= 1;
    ++exponent;
  }
  const auto significand = static_cast<std::uint32_t>(kept);
  if (significand < smallest_normal) return signed_as(x.negative, significand);  // denormal
  const int biased = exponent - least_exponent + 1;
  if (biased >= 0xff) return overflown(x.negative, mode);
  return signed_as(x.negative, (static_cast<std::uint32_t>(biased) << fraction_bits) |
                                   (significand & 0x007fffffu));
}

// x + y, whose significands have at most 48 bits.
std::uint32_t sum(Exact x, Exact y, Rounding mode) {
  if (x.significand == 0 && y.significand == 0) {
    if (x.negative == y.negative) return signed_as(x.negative, 0);
    return signed_as(mode == Rounding::down, 0);
  }
  if (x.significand == 0) return rounded(y, mode);
  if (y.significand == 0) return rounded(x, mode);
  if (x.exponent < y.exponent) std::swap(x, y);
  // To one exponent: x moves up as far as there is room, and y loses what lies below that. Then x
  // is so much larger that 24 bits of the sum are never among those that are lost.
  constexpr int room = 70;
  const int distance = x.exponent - y.exponent, up = distance < room ? distance : room;
  x.significand <<= up;
  x.exponent -= up;
  const int down = x.exponent - y.exponent;
  bool lost = false;
  if (down > 0) {
    const Wide shifted = down > 127 ? 0 : y.significand >> down;
    lost = down > 127 || shifted << down != y.significand;
    y.significand = shifted;
    y.exponent = x.exponent;
  }
  if (x.negative == y.negative)
    return rounded({x.negative, x.significand + y.significand, x.exponent, lost}, mode);
  if (x.significand == y.significand && !lost) return signed_as(mode == Rounding::down, 0);
  if (x.significand < y.significand) std::swap(x, y);  // only where nothing was lost
  // What y lost is taken off as a whole unit, and given back as something less than that.
  return rounded({x.negative, x.significand - y.significand - (lost ? 1 : 0), x.exponent, lost},
                 mode);
}

// The whole part of the square root.
Wide whole_root(Wide value) {
  Wide root = 0;
  for (int bit = 63; bit >= 0; --bit) {
    const Wide tried = root | Wide{1} << bit;
    if (tried * tried <= value) root = tried;
  }
  return root;
}

}  // namespace

std::uint32_t to_bits(float value) { return std::bit_cast<std::uint32_t>(value); }
float to_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }

std::uint32_t add(std::uint32_t a, std::uint32_t b, Rounding mode) {
  if (is_nan(a) || is_nan(b)) return nan;
  if (is_infinite(a)) return is_infinite(b) && a != b ? nan : a;
  if (is_infinite(b)) return b;
  return sum(exact(a), exact(b), mode);
}

std::uint32_t subtract(std::uint32_t a, std::uint32_t b, Rounding mode) {
  return add(a, is_nan(b) ? b : negated(b), mode);
}

std::uint32_t multiply(std::uint32_t a, std::uint32_t b, Rounding mode) {
  if (is_nan(a) || is_nan(b)) return nan;
  const bool negative = is_negative(a) != is_negative(b);
  if (is_infinite(a) || is_infinite(b))
    return is_zero(a) || is_zero(b) ? nan : signed_as(negative, infinity);
  const Exact x = exact(a), y = exact(b);
  return rounded({negative, x.significand * y.significand, x.exponent + y.exponent, false}, mode);
}

std::uint32_t fuse(std::uint32_t a, std::uint32_t b, std::uint32_t c, Rounding mode) {
  if (is_nan(a) || is_nan(b) || is_nan(c)) return nan;
  const bool negative = is_negative(a) != is_negative(b);
  if (is_infinite(a) || is_infinite(b)) {
    if (is_zero(a) || is_zero(b)) return nan;
    const std::uint32_t product = signed_as(negative, infinity);
    return is_infinite(c) && c != product ? nan : product;
  }
  if (is_infinite(c)) return c;
  const Exact x = exact(a), y = exact(b);
  return sum({negative, x.significand * y.significand, x.exponent + y.exponent, false}, exact(c),
             mode);
}

std::uint32_t divide(std::uint32_t a, std::uint32_t b, Rounding mode) {
  if (is_nan(a) || is_nan(b)) return nan;
  const bool negative = is_negative(a) != is_negative(b);
  if (is_infinite(a)) return is_infinite(b) ? nan : signed_as(negative, infinity);
  if (is_infinite(b)) return signed_as(negative, 0);
  if (is_zero(b)) return is_zero(a) ? nan : signed_as(negative, infinity);
  constexpr int more = 64;  // so the quotient has at least 40 bits
  const Exact x = exact(a), y = exact(b);
  const Wide quotient = (x.significand << more) / y.significand;
  const bool sticky = quotient * y.significand != x.significand << more;
  return rounded({negative, quotient, x.exponent - y.exponent - more, sticky}, mode);
}

std::uint32_t square_root(std::uint32_t a, Rounding mode) {
  if (is_nan(a)) return nan;
  if (is_zero(a)) return a;
  if (is_negative(a)) return nan;
  if (is_infinite(a)) return a;
  const Exact x = exact(a);
  const int more = x.exponent % 2 == 0 ? 80 : 81;  // an even exponent, at least 40 bits
  const Wide scaled = x.significand << more, root = whole_root(scaled);
  return rounded({false, root, (x.exponent - more) / 2, root * root != scaled}, mode);
}

std::uint32_t reciprocal_root(std::uint32_t a, Rounding mode) {
  if (is_nan(a)) return nan;
  if (is_zero(a)) return signed_as(is_negative(a), infinity);
  if (is_negative(a)) return nan;
  if (is_infinite(a)) return 0;
  const Exact x = exact(a);
  // 1 / sqrt(m 2^e) = sqrt(2^k / m) 2^(-(e + k) / 2), and the whole part of a root is the root's of
  // the whole part.
  const int k = x.exponent % 2 == 0 ? 126 : 125;
  const Wide root = whole_root((Wide{1} << k) / x.significand);
  const bool sticky = root * root * x.significand != Wide{1} << k;
  return rounded({false, root, -(x.exponent + k) / 2, sticky}, mode);
}

std::uint32_t from_integer(__int128 units, int exponent) {
  const bool negative = units < 0;
  const auto magnitude = static_cast<Wide>(negative ? -units : units);
  return rounded({negative, magnitude, exponent, false}, Rounding::nearest);
}

__int128 to_integer(std::uint32_t a, int exponent) {
  const Exact x = exact(a);
  const int up = x.exponent - exponent;
  const auto units = static_cast<__int128>(up >= 0 ? x.significand << up : x.significand >> -up);
  return x.negative ? -units : units;
}

std::uint32_t flushed(std::uint32_t a) { return is_denormal(a) ? a & sign_bit : a; }

namespace {
// In the order of the numbers.
std::int64_t place_of(std::uint32_t a) {
  const auto magnitude = static_cast<std::int64_t>(a & ~sign_bit);
  return is_negative(a) ? -magnitude : magnitude;
}
}  // namespace

bool is_less(std::uint32_t a, std::uint32_t b) { return place_of(a) < place_of(b); }

std::uint64_t steps_between(std::uint32_t a, std::uint32_t b) {
  const std::int64_t distance = place_of(a) - place_of(b);
  return static_cast<std::uint64_t>(distance < 0 ? -distance : distance);
}

}  // namespace warplab::softfloat
