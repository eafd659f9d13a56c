// f16 and bf16 by enumeration: a value is rounded by looking up its neighbours among all numbers of
// the format. Slow, and independent of how simt does it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace simt::test {

// IEEE 754's binary128.
#if defined(__x86_64__)
using Quad = __float128;
#else
using Quad = long double;
#endif

enum class Direction { nearest, towards_zero, down, up };

class HalfFormat {
 public:
  HalfFormat(int exponent_bits, int fraction_bits)
      : fraction_bits_(fraction_bits),
        infinity_(static_cast<uint16_t>(((1 << exponent_bits) - 1) << fraction_bits)),
        bias_((1 << (exponent_bits - 1)) - 1) {
    for (uint32_t h = 0; h < infinity_; ++h)
      magnitudes_.push_back(decode(static_cast<uint16_t>(h)));
  }

  static const HalfFormat& f16() {
    static const HalfFormat format(5, 10);
    return format;
  }
  static const HalfFormat& bf16() {
    static const HalfFormat format(8, 7);
    return format;
  }

  static constexpr uint16_t nan = 0x7fff;
  uint16_t infinity() const { return infinity_; }
  uint16_t smallest_normal() const { return static_cast<uint16_t>(1 << fraction_bits_); }
  uint16_t largest() const { return static_cast<uint16_t>(infinity_ - 1); }

  double decode(uint16_t h) const {
    const int exponent = (h & 0x7fff) >> fraction_bits_;
    const int fraction = h & ((1 << fraction_bits_) - 1);
    double magnitude = std::ldexp(fraction, 1 - bias_ - fraction_bits_);
    if ((h & 0x7fff) > infinity_)
      magnitude = NAN;
    else if ((h & 0x7fff) == infinity_)
      magnitude = INFINITY;
    else if (exponent > 0)
      magnitude = std::ldexp(fraction + (1 << fraction_bits_), exponent - bias_ - fraction_bits_);
    return h & 0x8000 ? -magnitude : magnitude;
  }

  // A zero takes the sign of `zero`.
  uint16_t round(Quad x, Direction direction = Direction::nearest, bool zero = false) const {
    if (x != x) return nan;
    const bool negative = x == 0 ? zero : x < 0;
    const uint16_t sign = negative ? 0x8000 : 0;
    const Quad m = negative ? -x : x;
    const auto above = std::upper_bound(magnitudes_.begin(), magnitudes_.end(), m,
                                        [](Quad v, double of) { return v < of; });
    const auto low = static_cast<uint16_t>(above - magnitudes_.begin() - 1);
    const Quad low_value = magnitudes_[low];
    const bool inside = above != magnitudes_.end();
    const Quad high_value = inside ? Quad(*above) : low_value + (low_value - magnitudes_[low - 1]);
    if (m == low_value) return sign | low;
    if (m > high_value * 2) return overflow(sign, direction, m);
    bool up = direction == (negative ? Direction::down : Direction::up);
    if (direction == Direction::nearest) {
      const Quad below = m - low_value, to_high = high_value - m;
      up = below > to_high || (below == to_high && (low & 1));
    }
    return static_cast<uint16_t>(sign | (low + up));
  }

 private:
  uint16_t overflow(uint16_t sign, Direction direction, Quad m) const {
    const bool infinite = m > Quad(1e300) * 1e300;
    const bool away =
        direction == Direction::nearest || direction == (sign ? Direction::down : Direction::up);
    return static_cast<uint16_t>(sign | (infinite || away ? infinity_ : largest()));
  }

  int fraction_bits_;
  uint16_t infinity_;
  int bias_;
  std::vector<double> magnitudes_;
};

}  // namespace simt::test
