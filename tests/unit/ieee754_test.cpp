// Floating point bit by bit: the arithmetic in integers against the host's, the oracle, the cases
// and their inputs, and how wrong results are explained.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <set>

#include "autograder/problems/ieee754/ieee754.h"
#include "autograder/problems/ieee754/softfloat.h"
#include "autograder/problems/ieee754/variants.h"
#include "common/ieee754_gpu.h"

namespace warplab::ieee754_test {
namespace {

using namespace softfloat;
using Bits = std::vector<std::uint32_t>;

constexpr Rounding modes[] = {Rounding::nearest, Rounding::to_zero, Rounding::down, Rounding::up};
constexpr int host_modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

bool same(std::uint32_t a, std::uint32_t b) { return a == b || (is_nan(a) && is_nan(b)); }

Bits bits_of(std::initializer_list<float> values) {
  Bits bits;
  for (const float value : values) bits.push_back(to_bits(value));
  return bits;
}

// --- Arithmetic in integers ---

// What the host's processor gives: operands are volatile, so that the compiler does not.
struct Host {
  std::uint32_t sum, difference, product, quotient, root, fused;
};
Host host(std::uint32_t a, std::uint32_t b, std::uint32_t c, int mode) {
  const volatile float x = to_float(a), y = to_float(b), z = to_float(c);
  std::fesetround(mode);
  const volatile float sum = x + y, difference = x - y, product = x * y, quotient = x / y;
  const volatile float root = std::sqrt(x), fused = std::fma(x, y, z);
  std::fesetround(FE_TONEAREST);
  return {to_bits(sum),      to_bits(difference), to_bits(product),
          to_bits(quotient), to_bits(root),       to_bits(fused)};
}

void compare_with_host(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::size_t m) {
  const Host expected = host(a, b, c, host_modes[m]);
  const Rounding mode = modes[m];
  const bool all_same =
      same(add(a, b, mode), expected.sum) && same(subtract(a, b, mode), expected.difference) &&
      same(multiply(a, b, mode), expected.product) && same(divide(a, b, mode), expected.quotient) &&
      same(square_root(a, mode), expected.root) && same(fuse(a, b, c, mode), expected.fused);
  ASSERT_TRUE(all_same) << std::hex << a << ' ' << b << ' ' << c << " rounded by mode " << m;
}

TEST(Softfloat, IsTheHostsOnSpecialNumbers) {
  Bits specials;
  for (const std::uint32_t magnitude :
       {0u, 1u, 2u, smallest_normal - 1, smallest_normal, smallest_normal + 1, one - 1, one,
        one + 1, 0x3f000000u, 0x40000000u, 0x3f800800u, largest_finite - 1, largest_finite,
        infinity, 0x7fc00000u, 0x7f800001u})
    for (const std::uint32_t sign : {0u, sign_bit}) specials.push_back(sign | magnitude);
  for (const std::uint32_t a : specials)
    for (const std::uint32_t b : specials)
      for (const std::uint32_t c : specials)
        for (std::size_t m = 0; m < 4; ++m) compare_with_host(a, b, c, m);
}

TEST(Softfloat, IsTheHostsOnRandomBits) {
  std::mt19937_64 random(1);
  const auto number = [&] {
    const auto bits = static_cast<std::uint32_t>(random());
    switch (random() % 4) {
      case 0:
        return bits;
      case 1:
        return bits & 0x80ffffffu;  // denormal every second time
      case 2:
        return (bits & 0x80000fffu) | one;  // few bits, many halves
      default:
        return (bits & 0x83ffffffu) + 0x3e000000u;
    }
  };
  for (int i = 0; i < 300'000; ++i) {
    const std::uint32_t a = number(), b = number();
    std::uint32_t c = number();
    if (i % 2 == 0) c = negated(multiply(a, b)) ^ static_cast<std::uint32_t>(random() % 4);
    compare_with_host(a, b, c, static_cast<std::size_t>(i % 4));
  }
}

TEST(Softfloat, TheRoundingModeOfTheHostDoesNotMatter) {
  std::fesetround(FE_UPWARD);
  const std::uint32_t third = divide(one, 0x40400000u);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(third, 0x3eaaaaabu);
}

TEST(Softfloat, ReciprocalRootsAreRoundedOnce) {
  std::mt19937 random(2);
  int rounded_twice = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::uint32_t a = random() & ~sign_bit;
    if (!is_finite(a) || is_zero(a)) continue;
    const double exact = 1 / std::sqrt(static_cast<double>(to_float(a)));
    EXPECT_EQ(reciprocal_root(a), to_bits(static_cast<float>(exact)));
    rounded_twice += divide(one, square_root(a)) != reciprocal_root(a);
    EXPECT_LE(to_float(reciprocal_root(a, Rounding::down)), exact);
    EXPECT_GE(to_float(reciprocal_root(a, Rounding::up)), exact);
  }
  EXPECT_GT(rounded_twice, 10'000) << "two roundings are not one";
  EXPECT_EQ(reciprocal_root(0), infinity);
  EXPECT_EQ(reciprocal_root(sign_bit), infinity | sign_bit);
  EXPECT_EQ(reciprocal_root(infinity), 0u);
  EXPECT_TRUE(is_nan(reciprocal_root(to_bits(-1))));
  EXPECT_TRUE(is_nan(reciprocal_root(nan)));
}

TEST(Softfloat, IntegersAndBack) {
  EXPECT_EQ(from_integer(3, -1), to_bits(1.5f));
  EXPECT_EQ(from_integer(-(__int128{1} << 100), -80), to_bits(-0x1p20f));
  EXPECT_EQ(from_integer((1 << 24) + 1, 0), to_bits(0x1p24f)) << "a half, to the even one";
  EXPECT_EQ(from_integer(0, 5), 0u);
  EXPECT_TRUE(to_integer(to_bits(-1.5f), -80) == -(__int128{3} << 79));
  EXPECT_TRUE(to_integer(to_bits(1024.0f), 3) == 128);
}

TEST(Softfloat, OrderAndDistances) {
  EXPECT_TRUE(is_less(to_bits(-2), to_bits(-1)));
  EXPECT_FALSE(is_less(sign_bit, 0)) << "-0 and +0 are equal";
  EXPECT_EQ(steps_between(one, one + 1), 1u);
  EXPECT_EQ(steps_between(sign_bit | 1, 1), 2u);
  EXPECT_EQ(steps_between(largest_finite, infinity), 1u);
  EXPECT_EQ(flushed(sign_bit | 5), sign_bit);
  EXPECT_EQ(flushed(smallest_normal), smallest_normal);
  EXPECT_EQ(flushed(nan), nan);
}

// --- The oracle ---

Ieee754Data data_of(Ieee754Function function, std::vector<Bits> inputs, std::int32_t choice = 0,
                    std::uint64_t columns = 0) {
  Ieee754Data data;
  const std::size_t counted = inputs.empty() ? 0 : inputs[0].size();
  data.parameters = {function, choice, counted, columns};
  if (function == Ieee754Function::sum_rows)
    data.parameters.count = columns > 0 ? counted / columns : 1;
  if (function == Ieee754Function::interval_operation) data.parameters.count = counted / 2;
  data.inputs = std::move(inputs);
  return data;
}

TEST(Ieee754Oracle, OneRoundingIsNotTwo) {
  const float a = 1 + 0x1p-12f, c = -(1 + 0x1p-11f);
  const auto data =
      data_of(Ieee754Function::multiply_add, {bits_of({a}), bits_of({a}), bits_of({c})});
  EXPECT_EQ(expected_outputs(data), (Outputs{bits_of({0x1p-24f}), bits_of({0})}));
}

TEST(Ieee754Oracle, IntervalsHoldWhatTheyShould) {
  const std::vector<Bits> inputs = {bits_of({-2, 1}), bits_of({3, 5})};
  const auto result = [&](std::int32_t operation) {
    return expected_outputs(data_of(Ieee754Function::interval_operation, inputs, operation));
  };
  EXPECT_EQ(result(ADD), (Outputs{bits_of({1, 6}), bits_of({1})}));
  EXPECT_EQ(result(MULTIPLY), (Outputs{bits_of({-10, 5}), bits_of({-6})}));
  const float third = 1.0f / 3, below_two_thirds = std::nextafter(2.0f / 3, 0.0f);
  EXPECT_EQ(result(DIVIDE)[0], bits_of({-2.0f / 3, third}));
  EXPECT_EQ(result(DIVIDE)[1], bits_of({-below_two_thirds}));
  const auto roots = expected_outputs(
      data_of(Ieee754Function::interval_operation, {bits_of({0, 4}), bits_of({3, 5})}, ROOT));
  EXPECT_EQ(roots, (Outputs{bits_of({0, 2}), bits_of({0})}));
}

TEST(Ieee754Oracle, ZerosOfIntervalsMayHaveEitherSign) {
  const auto data =
      data_of(Ieee754Function::interval_operation, {bits_of({0, 1}), bits_of({0, 1})}, MULTIPLY);
  EXPECT_TRUE(is_right(data, 0, 0, 0, sign_bit));
  EXPECT_FALSE(is_right(data, 0, 0, 0, 1));
  EXPECT_FALSE(is_right(data, 1, 0, 0, sign_bit)) << "what is cut has a sign";
}

TEST(Ieee754Oracle, AnyNanWillDo) {
  const auto data = data_of(Ieee754Function::difference, {{infinity}, {infinity}});
  const std::uint32_t expected = expected_outputs(data)[0][0];
  EXPECT_TRUE(is_right(data, 0, 0, expected, 0xffc12345u));
  EXPECT_FALSE(is_right(data, 0, 0, expected, infinity));
  EXPECT_FALSE(is_right(data, 0, 0, one, nan));
}

TEST(Ieee754Oracle, FlushingKeepsSigns) {
  const auto data =
      data_of(Ieee754Function::difference,
              {{smallest_normal + 1, sign_bit | 5, smallest_normal}, {smallest_normal, 0, 3}});
  EXPECT_EQ(expected_outputs(data),
            (Outputs{{1, sign_bit | 5, smallest_normal - 3}, {0, sign_bit, smallest_normal}}));
}

TEST(Ieee754Oracle, OrdersOfASum) {
  const Bits none, zero = bits_of({-0.0f}), large = bits_of({1, 0x1p30f, 1, -0x1p30f});
  EXPECT_EQ(sum_in_order(none), 0u);
  EXPECT_EQ(sum_as_tree(none), 0u);
  EXPECT_EQ(sum_compensated(none), 0u);
  EXPECT_EQ(sum_in_order(zero), sign_bit);
  EXPECT_EQ(sum_as_tree(zero), sign_bit);
  EXPECT_EQ(sum_compensated(zero), sign_bit);
  EXPECT_EQ(sum_in_order(large), 0u);
  EXPECT_EQ(sum_as_tree(large), to_bits(2)) << "(1 + 1) + (2^30 - 2^30)";
  EXPECT_EQ(sum_compensated(large), to_bits(2));
  EXPECT_EQ(sum_exact(large), to_bits(2));
  // ((v0 + v3) + v2) + (v1 + v4)
  const Bits five = bits_of({1, 0x1p-24f, 0x1p-24f, 0x1p-24f, 0x1p-24f});
  EXPECT_EQ(sum_as_tree(five), to_bits(1 + 0x1p-23f));
  EXPECT_EQ(sum_in_order(five), to_bits(1));
}

TEST(Ieee754Oracle, IntegersAreDividedAsInC) {
  const Bits a = {static_cast<std::uint32_t>(-7), static_cast<std::uint32_t>(-8), 7, 0x80000000u};
  const auto data = data_of(Ieee754Function::divide_integers, {a, a}, 2);
  const Outputs expected = expected_outputs(data);
  const auto minus = [](int value) { return static_cast<std::uint32_t>(-value); };
  EXPECT_EQ(expected[0], (Bits{minus(1), minus(2), 1, minus(1 << 29)}));
  EXPECT_EQ(expected[1], (Bits{minus(3), 0, 3, 0}));
  EXPECT_EQ(expected[2], (Bits{0x3ffffffeu, 0x3ffffffeu, 1, 0x20000000u}));
  EXPECT_EQ(expected[3], (Bits{1, 0, 3, 0}));
  EXPECT_EQ(expected_outputs(data_of(Ieee754Function::digit_sums, {a}, 2))[0],
            (Bits{minus(4), minus(2), 4, minus(2)}));
}

TEST(Ieee754Oracle, NumbersWhoseResultsDiffer) {
  const float a = 1 + 0x1p-12f, c = -(1 + 0x1p-11f);
  EXPECT_EQ(complain_about_difference(bits_of({a, a, c})), "");
  EXPECT_EQ(complain_about_difference(bits_of({1, 1, 1})), "both results are the same");
  EXPECT_EQ(complain_about_difference(bits_of({1, 0, 1})), "b is zero");
  EXPECT_EQ(complain_about_difference(bits_of({1, 1, 0x1p-140f})), "c is denormal");
  EXPECT_EQ(complain_about_difference(Bits{one, one, nan}), "c is no number");
  EXPECT_EQ(complain_about_difference(Bits{infinity, one, one}), "a is infinite");
  EXPECT_EQ(complain_about_difference(bits_of({0x1p100f, 0x1p100f, 1})),
            "the results are not finite");
}

TEST(Ieee754Oracle, ApproximationsAreAsNearAsDocumented) {
  const float y = 1.75f;
  const auto data = data_of(Ieee754Function::approximate, {bits_of({10, 4}), bits_of({y, 100})});
  const Outputs expected = expected_outputs(data);
  const auto off = [&](std::size_t i, std::uint32_t steps) {
    return is_right(data, 0, i, 0, expected[0][i] + steps);
  };
  EXPECT_TRUE(off(2 * QUOTIENT, 2));
  EXPECT_FALSE(off(2 * QUOTIENT, 3));
  EXPECT_TRUE(off(2 * EXPONENTIAL, 14)) << "3 + floor(11.73)";
  EXPECT_FALSE(off(2 * EXPONENTIAL, 15));
  EXPECT_TRUE(off(2 * RECIPROCAL_ROOT, 2));
  EXPECT_FALSE(off(2 * RECIPROCAL_ROOT, 3));
  EXPECT_TRUE(off(2 * LOGARITHM + 1, 3));
  EXPECT_FALSE(off(2 * LOGARITHM + 1, 4));
  EXPECT_TRUE(off(2 * LOGARITHM, 5)) << "log(1.75) = 0.56, whose ULP is 2^-24";
  EXPECT_FALSE(off(2 * LOGARITHM, 8));
  EXPECT_TRUE(is_right(data, 0, 2 * SINE, 0, nan)) << "nothing is promised of the sine of 10";
  EXPECT_FALSE(is_right(data, 0, 2 * QUOTIENT, 0, nan));
}

// Rounding x * log2(e) and the result takes 54.52 ULP here, and 2 + floor(|1.173 x|) is 54.
TEST(Ieee754Check, ExponentialMayBeAsFarOffAsItsRoundingsTakeIt) {
  const auto data = data_of(Ieee754Function::approximate, {{0xc231756c}, {0x357f2ba3}});
  EXPECT_TRUE(nearness_of(data, EXPONENTIAL, 0x1f7f2b8d).is_near());
  EXPECT_FALSE(nearness_of(data, EXPONENTIAL, 0x1f7f2b8e).is_near());
}

// --- Cases ---

Step step_of(std::vector<std::string> entries) {
  Step step;
  step.entries = std::move(entries);
  step.parameters = {{"columns", 1024}};
  return step;
}

std::vector<std::unique_ptr<Case>> cases_of(const std::string& entry,
                                            const std::vector<int>& counts) {
  Lab lab;
  for (const int count : counts) lab.sizes.push_back({count, 0});
  return make_small_calls(lab, step_of({entry}));
}

constexpr const char* functions[] = {"multiply_add",    "interval_operation", "divide_and_root",
                                     "approximate",     "difference",         "sum_rows",
                                     "divide_integers", "digit_sums"};

std::vector<std::vector<std::byte>> inputs_of(const Case& the_case) {
  std::vector<std::vector<std::byte>> bytes;
  for (const std::size_t size : the_case.layout().input_bytes) bytes.emplace_back(size);
  std::vector<std::span<std::byte>> spans(bytes.begin(), bytes.end());
  the_case.write_inputs(spans);
  return bytes;
}

TEST(Ieee754Cases, TheLongestComesFirst) {
  const auto cases = cases_of("interval_operation", {1, 100, 33});
  EXPECT_EQ(cases[0]->name(), "100 intervals, a * b, ordinary");
  EXPECT_EQ(cases[1]->name(), "100 intervals, a / b, ordinary");
  EXPECT_EQ(cases[3]->name(), "100 intervals, a + b, ordinary");
  EXPECT_EQ(cases.size(), 8u);
  EXPECT_EQ(cases_of("sum_rows", {1, 4099})[0]->name(), "40 rows of 100, cancelling");
  const auto rows = cases_of("sum_rows", {1, 31, 1000, 4099});
  EXPECT_EQ(rows[5]->name(), "1 row of 4096, ordinary") << "as many as there may be";
  EXPECT_EQ(rows[6]->name(), "1000 rows of 0, cancelling");
  EXPECT_EQ(cases_of("divide_integers", {1, 9})[1]->name(), "9 integers, divided by 1");
  EXPECT_EQ(cases_of("find_difference", {1, 9}).size(), 1u);
  EXPECT_THROW(cases_of("multiply", {1}), CourseError);
}

TEST(Ieee754Cases, SeedsGiveOtherNumbers) {
  for (const std::string function : functions)
    for (const auto& each : cases_of(function, {257, 300})) {
      each->generate(1);
      const auto first = inputs_of(*each);
      each->generate(2);
      EXPECT_NE(inputs_of(*each), first) << each->name();
      each->generate(1);
      EXPECT_EQ(inputs_of(*each), first) << each->name();
    }
}

TEST(Ieee754Cases, LargeOnesAreOfAllThatTakesTime) {
  const auto name = [](std::vector<std::string> entries) {
    return make_large_call(step_of(std::move(entries)), {1000, 0})->name();
  };
  EXPECT_EQ(name({"multiply_add", "find_difference"}), "1000 numbers, ordinary");
  EXPECT_EQ(name({"approximate"}), "1000 numbers, near one and wide");
  EXPECT_EQ(name({"interval_operation"}), "1000 intervals, a * b, ordinary");
  EXPECT_EQ(name({"sum_rows"}), "1 row of 1024, ordinary");
  EXPECT_EQ(name({"divide_integers", "digit_sums"}),
            "1024 integers, divided by 4, and their digits");
}

TEST(Ieee754Cases, IntervalsAreInOrderAndDivisorsHaveNoZero) {
  for (const auto& each : cases_of("interval_operation", {1000, 999, 998})) {
    each->generate(7);
    const auto inputs = inputs_of(*each);
    for (std::size_t operand = 0; operand < 2; ++operand) {
      std::vector<Interval> intervals(inputs[operand].size() / sizeof(Interval));
      std::memcpy(intervals.data(), inputs[operand].data(), inputs[operand].size());
      for (const Interval& interval : intervals) {
        ASSERT_LE(interval.lower, interval.upper) << each->name();
        ASSERT_TRUE(std::isfinite(interval.lower) && std::isfinite(interval.upper));
        if (operand == 1 && each->name().find("a / b") != std::string::npos) {
          ASSERT_GT(interval.lower * static_cast<double>(interval.upper), 0);
        }
        if (each->name().find("sqrt") != std::string::npos) {
          ASSERT_FALSE(std::signbit(interval.lower));
        }
      }
    }
  }
}

Outputs numbers_in(const Case& the_case, Ieee754Data& data) {
  const CaseLayout layout = the_case.layout();
  std::memcpy(&data.parameters, layout.parameters.data(), sizeof data.parameters);
  data.inputs.clear();
  for (const auto& bytes : inputs_of(the_case)) {
    data.inputs.emplace_back(bytes.size() / 4);
    std::memcpy(data.inputs.back().data(), bytes.data(), bytes.size());
  }
  return expected_outputs(data);
}

TEST(Ieee754Cases, SomeRowsTellACompensatedSumFromADoubles) {
  const auto the_case = std::move(cases_of("sum_rows", {1, 4099})[0]);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    the_case->generate(seed);
    Ieee754Data data;
    const Outputs expected = numbers_in(*the_case, data);
    int others = 0;
    for (std::size_t row = 0; row < data.parameters.count; ++row) {
      double sum = 0;
      for (std::size_t c = 0; c < data.parameters.columns; ++c)
        sum += to_float(data.inputs[0][row * data.parameters.columns + c]);
      others += to_bits(static_cast<float>(sum)) != expected[2][row];
    }
    EXPECT_GT(others, 0) << seed;
  }
}

Check check_of(const Case& the_case, const Outputs& outputs) {
  std::vector<std::span<const std::byte>> spans;
  for (const Bits& output : outputs) spans.push_back(std::as_bytes(std::span(output)));
  return the_case.check(spans);
}

TEST(Ieee754Cases, EveryNumberIsCompared) {
  for (const std::string function : functions) {
    const auto the_case = std::move(cases_of(function, {100, 300})[0]);
    the_case->generate(3);
    Ieee754Data data;
    Outputs outputs = numbers_in(*the_case, data);
    const Check right = check_of(*the_case, outputs);
    EXPECT_TRUE(right.ok) << function;
    std::size_t numbers = 0;
    for (const Bits& output : outputs) numbers += output.size();
    EXPECT_EQ(right.total, numbers);
    outputs.back().back() ^= 0x80001000u;
    const Check wrong = check_of(*the_case, outputs);
    EXPECT_FALSE(wrong.ok) << function;
    EXPECT_EQ(wrong.wrong, 1u) << function;
  }
}

TEST(Ieee754Cases, FitTheirReaders) {
  // What is shown below a step that passes has 74 columns.
  for (const std::string function : {"approximate", "difference", "sum_rows"}) {
    const auto the_case = make_large_call(step_of({function}), {4096, 0});
    the_case->generate(1);
    Ieee754Data data;
    const Outputs outputs = numbers_in(*the_case, data);
    std::vector<std::span<const std::byte>> spans;
    for (const Bits& output : outputs) spans.push_back(std::as_bytes(std::span(output)));
    const Showing showing = the_case->show(spans, {});
    EXPECT_GE(showing.lines.size(), 3u);
    for (const std::string& line : showing.lines) EXPECT_LE(line.size(), 74u) << line;
  }
}

// --- Explanations ---

struct Explained {
  Ieee754Data data;
  Outputs expected, got;
  Case::Evidence evidence;

  Explained(Ieee754Function function, Numbers numbers, std::int32_t choice = 0,
            std::uint64_t count = 2000, std::uint64_t columns = 0) {
    data.parameters = {function, choice, count, columns};
    data.numbers = numbers;
    RandomNumbers random(5);
    make_numbers(data, random);
    expected = got = expected_outputs(data);
    evidence.poison = 0x5eadbeefu;
  }
  bool has_wrong() const {
    for (std::size_t output = 0; output < got.size(); ++output)
      for (std::size_t i = 0; i < got[output].size(); ++i)
        if (!is_right(data, output, i, expected[output][i], got[output][i])) return true;
    return false;
  }
  Diagnosis diagnosis() const { return explain_wrong_numbers(data, expected, got, evidence, "it"); }
  std::string cause() const { return diagnosis().cause; }
};

// One rounding is seen, where two would go the other way.
TEST(Ieee754Inputs, ProductsHalfWayNeedMoreThanADouble) {
  Ieee754Data data;
  data.parameters = {Ieee754Function::multiply_add, 0, 1000, 0};
  data.numbers = Numbers::halfway_and_tiny;
  RandomNumbers random(1);
  make_numbers(data, random);
  int different = 0;
  for (std::size_t i = 0; i < 1000; i += 2) {
    const double a = to_float(data.inputs[0][i]), b = to_float(data.inputs[1][i]);
    EXPECT_EQ(std::fmod(std::abs(a * b), 2), 1) << "the last of 25 bits";
    EXPECT_GE(std::abs(a * b), 0x1p24);
    EXPECT_LT(std::abs(a * b), 0x1p25);
    const std::uint32_t fused = fuse(data.inputs[0][i], data.inputs[1][i], data.inputs[2][i]);
    different += to_float(fused) != static_cast<float>(a * b + to_float(data.inputs[2][i]));
  }
  EXPECT_GT(different, 150);
}

// Every variant is recognised, in inputs in which it makes a difference.
TEST(Ieee754Diagnosis, KnowsEveryVariant) {
  struct Call {
    Ieee754Function function;
    std::vector<Numbers> numbers;
    std::vector<std::int32_t> choices;
    std::vector<std::size_t> columns = {0};
  };
  const std::vector<Numbers> all_kinds = {Numbers::ordinary, Numbers::tiny, Numbers::special,
                                          Numbers::any_bits, Numbers::halfway_and_tiny};
  const std::vector<Call> calls = {
      {Ieee754Function::multiply_add, all_kinds, {0}},
      {Ieee754Function::interval_operation, {Numbers::ordinary}, {ADD}},
      {Ieee754Function::interval_operation, {Numbers::ordinary}, {MULTIPLY}},
      {Ieee754Function::interval_operation, {Numbers::ordinary}, {DIVIDE}},
      {Ieee754Function::interval_operation, {Numbers::ordinary}, {ROOT}},
      {Ieee754Function::divide_and_root, {Numbers::ordinary, Numbers::tiny}, {0}},
      {Ieee754Function::difference, {Numbers::tiny, Numbers::special}, {0}},
      {Ieee754Function::sum_rows, {Numbers::cancelling}, {0}, {33, 1, 4096}},
      {Ieee754Function::divide_integers, {Numbers::any_bits}, {2, 0}},
      {Ieee754Function::digit_sums, {Numbers::any_bits}, {3}}};
  for (const Call& call : calls) {
    const bool is_sum = call.function == Ieee754Function::sum_rows;
    const std::size_t variants = variants_of({call.function, call.choices[0], 1, 1}).size();
    for (std::size_t v = 0; v < variants; ++v) {
      bool is_known = false;
      std::string called;
      for (const Numbers numbers : call.numbers)
        for (const std::int32_t choice : call.choices)
          for (const std::size_t columns : call.columns) {
            Explained wrong(call.function, numbers, choice,
                            !is_sum         ? 2000
                            : columns > 100 ? 3
                                            : 100,
                            columns);
            const Variant variant = variants_of(wrong.data.parameters)[v];
            for (std::size_t i = 0; i < wrong.got[variant.effect.output].size(); ++i)
              wrong.got[variant.effect.output][i] = variant.effect.value(wrong.data, i);
            if (!wrong.has_wrong()) continue;
            called = wrong.cause();
            is_known |= called == name_of(variant.explanation.cause);
          }
      const Variant variant = variants_of({call.function, call.choices[0], 1, 1})[v];
      EXPECT_TRUE(is_known) << name_of(variant.explanation.cause) << " of output "
                            << variant.effect.output << " is taken for " << called;
    }
  }
}

TEST(Ieee754Diagnosis, WhatWasNotWritten) {
  Explained wrong(Ieee754Function::difference, Numbers::tiny);
  const Outputs right = wrong.got;
  std::fill(wrong.got[1].begin(), wrong.got[1].end(), wrong.evidence.poison);
  EXPECT_EQ(wrong.cause(), "nothing-written");
  wrong.got = right;
  std::fill(wrong.got[0].begin() + 1792, wrong.got[0].end(), wrong.evidence.poison);
  EXPECT_EQ(wrong.cause(), "tail-missing");
  EXPECT_EQ(explanation_of(wrong.diagnosis())[4], "got      nothing");
  wrong.got = right;
  wrong.got[0][3] = wrong.got[0][700] = wrong.evidence.poison;
  EXPECT_EQ(wrong.cause(), "gaps");
}

// What the number behind a row of odd length holds is chance on a GPU, where simt finds that nobody has written it.
TEST(Ieee754Diagnosis, KnowsAPairThatIsAddedTwice) {
  Explained wrong(Ieee754Function::sum_rows, Numbers::cancelling, 0, 100, 33);
  const std::vector<Variant> variants = variants_of(wrong.data.parameters);
  const auto known = std::ranges::find_if(variants, [](const Variant& variant) {
    return std::string(name_of(variant.explanation.cause)) == "pair-too-many";
  });
  ASSERT_NE(known, variants.end());
  for (std::size_t i = 0; i < wrong.got[1].size(); ++i)
    wrong.got[1][i] = known->effect.value(wrong.data, i);
  EXPECT_EQ(wrong.cause(), "pair-too-many");
}

TEST(Ieee754Diagnosis, WhatHasNothingToDoWithArithmetic) {
  Explained wrong(Ieee754Function::divide_and_root, Numbers::ordinary);
  const Outputs right = wrong.got;
  std::swap(wrong.got[1], wrong.got[2]);
  EXPECT_EQ(wrong.cause(), "outputs-swapped");
  wrong.got = right;
  for (std::uint32_t& bits : wrong.got[0]) bits ^= 0x00f00000u;
  EXPECT_EQ(wrong.cause(), "wrong-bits");
  wrong.evidence.differs_between_runs = true;
  EXPECT_EQ(wrong.cause(), "race");
  wrong.evidence.is_stale = true;
  EXPECT_EQ(wrong.cause(), "stale");
}

TEST(Ieee754Diagnosis, NearlyRightIsAnApproximation) {
  Explained wrong(Ieee754Function::divide_and_root, Numbers::special);
  for (std::uint32_t& bits : wrong.got[0])
    if (is_normal(bits)) ++bits;
  EXPECT_EQ(wrong.cause(), "approximate");
  EXPECT_NE(explanation_of(wrong.diagnosis())[4].find("1 ULP apart"), std::string::npos);
}

TEST(Ieee754Diagnosis, ZerosHaveSigns) {
  Explained wrong(Ieee754Function::multiply_add, Numbers::special);
  for (std::uint32_t& bits : wrong.got[0])
    if (is_zero(bits)) bits = negated(bits);
  EXPECT_EQ(wrong.cause(), "zero-sign");
  EXPECT_NE(explanation_of(wrong.diagnosis())[5].find("the other zero"), std::string::npos);
}

TEST(Ieee754Diagnosis, ApproximationsThatAreNotNear) {
  Explained wrong(Ieee754Function::approximate, Numbers::near_one);
  const Outputs right = wrong.got;
  const auto sines = right[0].begin() + 2000 * SINE, cosines = right[0].begin() + 2000 * COSINE;
  std::copy(cosines, cosines + 2000, wrong.got[0].begin() + 2000 * SINE);
  EXPECT_EQ(wrong.cause(), "other-function");
  wrong.got = right;
  for (std::size_t i = 2000 * EXPONENTIAL; i < 2000 * LOGARITHM; ++i) wrong.got[0][i] += 40;
  EXPECT_EQ(wrong.cause(), "not-near");
  EXPECT_NE(explanation_of(wrong.diagnosis())[5].find("ULP off, where"), std::string::npos);
  wrong.got = right;
  std::transform(sines, sines + 2000, wrong.got[0].begin() + 2000 * SINE,
                 [](std::uint32_t bits) { return to_bits(to_float(bits) + 0x1p-19f); });
  EXPECT_EQ(wrong.cause(), "not-near");
  EXPECT_NE(explanation_of(wrong.diagnosis())[5].find("is allowed"), std::string::npos);
}

TEST(Ieee754Diagnosis, IntegersThatNobodyKnows) {
  Explained wrong(Ieee754Function::divide_integers, Numbers::any_bits, 2);
  for (std::uint32_t& value : wrong.got[2]) value += 1000;
  EXPECT_EQ(wrong.cause(), "wrong-integers");
  Explained both(Ieee754Function::all_integers, Numbers::any_bits, 2, 64);
  both.got[0][70] += 1;
  EXPECT_EQ(both.cause(), "wrong-integers");
}

TEST(Ieee754Diagnosis, NumbersThatMakeNoDifference) {
  Explained wrong(Ieee754Function::find_difference, Numbers::ordinary, 0, 1);
  wrong.got = {bits_of({1, 1, 1})};
  EXPECT_EQ(wrong.cause(), "no-difference");
  wrong.got = {Bits(3, wrong.evidence.poison)};
  EXPECT_EQ(wrong.cause(), "nothing-written");
}

}  // namespace
}  // namespace warplab::ieee754_test
