// Inputs of a call, see ieee754.h.
#include <array>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

#include "autograder/problems/ieee754/ieee754.h"
#include "autograder/problems/ieee754/softfloat.h"
#include "autograder/problems/random_numbers.h"
#include "common/ieee754_gpu.h"

namespace warplab {
namespace {

using namespace softfloat;

class Maker {
 public:
  explicit Maker(RandomNumbers& random) : random_(random) {}

  std::uint32_t bits() { return static_cast<std::uint32_t>(random_.bits() >> 16); }
  std::uint32_t random_sign() { return bits() & sign_bit; }
  int below(int bound) { return random_.below(bound); }
  double real(double low, double high) { return random_.real(low, high); }

  // Of either sign, from 2^low to 2^high.
  std::uint32_t scaled(int low, int high) {
    const auto exponent = static_cast<std::uint32_t>(127 + low + below(high - low));
    return random_sign() | exponent << 23 | (bits() & 0x007fffffu);
  }
  // With few bits, so that products and sums are often half way between two floats.
  std::uint32_t with_few_bits(int low, int high) { return scaled(low, high) & ~0x3ffu; }
  // Two numbers whose product has 25 bits, the last of which is 1: half way between two floats.
  std::pair<std::uint32_t, std::uint32_t> with_halfway_product() {
    for (;;) {
      const auto a = static_cast<__int128>(0x800 + below(0x800)) | 1;
      const auto b = static_cast<__int128>(0x1000 + below(0x1000)) | 1;
      if (a * b >> 24 != 0)
        return {random_sign() | from_integer(a, 0), random_sign() | from_integer(b, 0)};
    }
  }
  // About the smallest normal number, 2^-126: denormal every second time.
  std::uint32_t tiny() {
    const std::uint32_t edges[] = {0, 1, smallest_normal - 1, smallest_normal, smallest_normal + 1};
    if (below(5) == 0) return random_sign() | edges[below(5)];
    return random_sign() | (bits() & 0x00ffffffu);
  }
  std::uint32_t special() {
    constexpr std::array values = {
        0u,          1u,         smallest_normal - 1, smallest_normal, one - 1,
        one,         one + 1,    0x40000000u,         largest_finite,  infinity,
        0x7fc00000u, 0x7f800001u};  // a NaN that signals
    if (below(4) == 0) return bits();
    return random_sign() | values[static_cast<std::size_t>(below(values.size()))];
  }

  std::uint32_t number(Numbers numbers) {
    switch (numbers) {
      case Numbers::halfway:
        return with_few_bits(-8, 8);
      case Numbers::tiny:
        return tiny();
      case Numbers::special:
        return special();
      case Numbers::any_bits:
        return bits();
      default:
        return scaled(-8, 8);
    }
  }

 private:
  RandomNumbers& random_;
};

void make_sums_of_products(Ieee754Data& data, Maker& make) {
  for (std::size_t i = 0; i < data.parameters.count; ++i) {
    std::uint32_t a = make.number(data.numbers), b = make.number(data.numbers);
    std::uint32_t c = make.number(data.numbers);
    const bool is_halfway = data.numbers == Numbers::halfway_and_tiny && i % 2 == 0;
    if (is_halfway) {
      std::tie(a, b) = make.with_halfway_product();
      c = make.scaled(-60, -30);
    } else if (data.numbers == Numbers::ordinary || data.numbers == Numbers::halfway_and_tiny) {
      // What the product's rounding lost is nearly all that is left.
      c = negated(multiply(a, b)) ^ (make.bits() & 3);
    } else if (data.numbers == Numbers::halfway && make.below(2) == 0) {
      c = make.random_sign();
    } else if (data.numbers == Numbers::tiny) {
      a = make.scaled(-70, -60);
      b = make.scaled(-70, -60);
    }
    data.inputs[0][i] = a;
    data.inputs[1][i] = b;
    data.inputs[2][i] = c;
  }
}

// A finite number; the special kind, so that results overflow and underflow.
std::uint32_t end_of_interval(Maker& make, Numbers numbers) {
  switch (numbers) {
    case Numbers::special: {
      constexpr std::array values = {0u, 1u, smallest_normal, largest_finite, largest_finite - 1};
      if (make.below(2) == 0)
        return make.random_sign() | values[static_cast<std::size_t>(make.below(values.size()))];
      return make.scaled(-126, 127);
    }
    case Numbers::tiny:
      return make.below(2) == 0 ? make.tiny() : make.scaled(-80, -40);
    default:
      return make.number(numbers);
  }
}

void make_intervals(Ieee754Data& data, Maker& make) {
  const auto operation = static_cast<IntervalOperation>(data.parameters.choice);
  for (std::size_t operand = 0; operand < 2; ++operand)
    for (std::size_t i = 0; i < data.parameters.count; ++i) {
      std::uint32_t lower = end_of_interval(make, data.numbers);
      std::uint32_t upper = end_of_interval(make, data.numbers);
      if (operation == ROOT) {
        lower &= ~sign_bit;
        upper &= ~sign_bit;
      }
      if (operation == DIVIDE && operand == 1) {
        if (is_zero(lower)) lower = one;
        if (is_zero(upper)) upper = one;
        upper = (upper & ~sign_bit) | (lower & sign_bit);
      }
      if (is_less(upper, lower)) std::swap(lower, upper);
      data.inputs[operand][2 * i] = lower;
      data.inputs[operand][2 * i + 1] = upper;
    }
}

void make_arguments(Ieee754Data& data, Maker& make) {
  for (std::size_t i = 0; i < data.parameters.count; ++i) {
    const bool is_near =
        data.numbers == Numbers::near_one || (data.numbers == Numbers::near_and_wide && i % 2 == 0);
    constexpr double pi = 3.1415925;  // a little less, as a float
    const double x = is_near ? make.real(-pi, pi) : make.real(-80, 80);
    const double y = is_near ? make.real(0.5, 2) : std::exp2(make.real(-100, 100));
    data.inputs[0][i] = to_bits(static_cast<float>(x));
    data.inputs[1][i] = to_bits(static_cast<float>(y));
  }
}

void make_rows(Ieee754Data& data, Maker& make) {
  std::vector<std::uint32_t>& values = data.inputs[0];
  const std::size_t columns = data.parameters.columns;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (data.numbers != Numbers::cancelling) {
      values[i] = to_bits(static_cast<float>(make.real(0.5, 1)));
    } else if (const std::size_t column = i % columns; column % 7 == 3) {
      values[i] = negated(values[i - 1 - static_cast<std::size_t>(make.below(3))]);
    } else {
      values[i] = make.scaled(-20, column % 2 == 0 ? 20 : -10);
    }
  }
  if (data.numbers != Numbers::cancelling) return;
  for (std::size_t row = 0; row < data.parameters.count; row += 5)  // what is left of zeros
    for (std::size_t c = 0; c < columns; ++c) values[row * columns + c] = sign_bit;
  // All that the sum has in the end was lost on the way.
  for (std::size_t row = 2; row < data.parameters.count && columns > 1; row += 5) {
    const std::size_t first = row * columns, last = first + columns - 1;
    values[first] = make.scaled(30, 31);
    values[last] = negated(values[first]);
    for (std::size_t i = first + 1; i < last; ++i) values[i] = make.scaled(-10, 0);
  }
}

void make_integers(Ieee754Data& data, Maker& make) {
  constexpr std::array edges = {0u, 1u, 0xffffffffu, 0x7fffffffu, 0x80000000u, 0x80000001u};
  const auto log2_divisor = static_cast<unsigned>(data.parameters.choice);
  for (std::vector<std::uint32_t>& numbers : data.inputs)
    for (std::uint32_t& number : numbers) {
      number = make.bits();
      const int kind = make.below(8);
      if (kind == 0) number = edges[static_cast<std::size_t>(make.below(edges.size()))];
      if (kind == 1) number = number >> log2_divisor << log2_divisor;  // a multiple of the divisor
      if (kind == 2) number = static_cast<std::uint32_t>(make.below(41) - 20);
    }
}

}  // namespace

std::vector<NumbersBuffer> inputs_of(const Ieee754Parameters& given) {
  const std::size_t n = given.count;
  switch (given.function) {
    case Ieee754Function::multiply_add:
      return {{"a", n}, {"b", n}, {"c", n}};
    case Ieee754Function::find_difference:
      return {};
    case Ieee754Function::interval_operation:
      return {{"a", 2 * n}, {"b", 2 * n}};
    case Ieee754Function::approximate:
      return {{"x", n}, {"y", n}};
    case Ieee754Function::sum_rows:
      return {{"values", n * given.columns}};
    case Ieee754Function::digit_sums:
      return {{"a", n}};
    default:
      return {{"a", n}, {"b", n}};
  }
}

void make_numbers(Ieee754Data& data, RandomNumbers& random) {
  data.inputs.clear();
  for (const NumbersBuffer& input : inputs_of(data.parameters))
    data.inputs.emplace_back(input.count);
  Maker make(random);
  switch (data.parameters.function) {
    case Ieee754Function::multiply_add:
      return make_sums_of_products(data, make);
    case Ieee754Function::interval_operation:
      return make_intervals(data, make);
    case Ieee754Function::approximate:
      return make_arguments(data, make);
    case Ieee754Function::sum_rows:
      return make_rows(data, make);
    case Ieee754Function::divide_integers:
    case Ieee754Function::digit_sums:
    case Ieee754Function::all_integers:
      return make_integers(data, make);
    default:
      for (std::vector<std::uint32_t>& numbers : data.inputs)
        for (std::uint32_t& number : numbers) number = make.number(data.numbers);
  }
}

}  // namespace warplab
