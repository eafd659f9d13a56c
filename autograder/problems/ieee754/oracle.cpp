// The oracle, see ieee754.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "autograder/problems/ieee754/ieee754.h"
#include "autograder/problems/ieee754/softfloat.h"
#include "common/ieee754_gpu.h"

namespace warplab {
namespace {

using namespace softfloat;
using Binary = std::uint32_t (*)(std::uint32_t, std::uint32_t, Rounding);

Binary operation_of(std::int32_t choice) {
  switch (choice) {
    case ADD:
      return add;
    case MULTIPLY:
      return multiply;
    case DIVIDE:
      return divide;
    default:
      return [](std::uint32_t a, std::uint32_t, Rounding mode) { return square_root(a, mode); };
  }
}

// The least result of any two ends, rounded down, or the greatest, rounded up: in between, all four
// operations go up or down all the way.
std::uint32_t outermost(const Ieee754Data& data, std::size_t i, Rounding mode) {
  const Binary operation = operation_of(data.parameters.choice);
  std::uint32_t outermost = 0;
  for (std::size_t pair = 0; pair < 4; ++pair) {
    const std::uint32_t result =
        operation(data.inputs[0][2 * i + pair / 2], data.inputs[1][2 * i + pair % 2], mode);
    if (pair == 0 ||
        (mode == Rounding::down ? is_less(result, outermost) : is_less(outermost, result)))
      outermost = result;
  }
  return outermost;
}

// What the functions of fast.cu approximate.
long double exact_result(const Ieee754Data& data, std::size_t i) {
  const std::size_t n = data.parameters.count, place = i % n;
  const long double x = to_float(data.inputs[0][place]), y = to_float(data.inputs[1][place]);
  switch (i / n) {
    case QUOTIENT:
      return x / y;
    case EXPONENTIAL:
      return std::exp(x);
    case LOGARITHM:
      return std::log(y);
    case SINE:
      return std::sin(x);
    case COSINE:
      return std::cos(x);
    default:
      return 1 / std::sqrt(y);
  }
}

std::uint32_t digit_sum(std::uint32_t a, int log2_base) {
  const auto base = std::int64_t{1} << log2_base;
  std::int64_t sum = 0;
  for (std::int64_t rest = static_cast<std::int32_t>(a); rest != 0; rest /= base)
    sum += rest % base;
  return static_cast<std::uint32_t>(sum);
}

std::uint32_t expected_value(const Ieee754Data& data, std::size_t output, std::size_t i) {
  const auto in = [&](std::size_t b) { return data.inputs[b][i]; };
  const int log2_divisor = data.parameters.choice;
  switch (data.parameters.function) {
    case Ieee754Function::multiply_add:
      return output == 0 ? fuse(in(0), in(1), in(2)) : add(multiply(in(0), in(1)), in(2));
    case Ieee754Function::interval_operation:
      if (output == 0) return outermost(data, i / 2, i % 2 == 0 ? Rounding::down : Rounding::up);
      return operation_of(data.parameters.choice)(data.inputs[0][2 * i], data.inputs[1][2 * i],
                                                  Rounding::to_zero);
    case Ieee754Function::divide_and_root:
      return output == 0   ? divide(in(0), in(1))
             : output == 1 ? square_root(in(0))
             : output == 2 ? divide(one, in(0))
                           : reciprocal_root(in(0));
    case Ieee754Function::approximate:
      return to_bits(static_cast<float>(exact_result(data, i)));
    case Ieee754Function::difference:
      return output == 0 ? subtract(in(0), in(1))
                         : flushed(subtract(flushed(in(0)), flushed(in(1))));
    case Ieee754Function::sum_rows: {
      const std::size_t columns = data.parameters.columns;
      const auto row = std::span(data.inputs[0]).subspan(i * columns, columns);
      return output == 0   ? sum_in_order(row)
             : output == 1 ? sum_as_tree(row)
                           : sum_compensated(row);
    }
    case Ieee754Function::all_integers:
      if (i >= data.parameters.count)
        return digit_sum(data.inputs[0][i - data.parameters.count], log2_divisor);
      [[fallthrough]];
    case Ieee754Function::divide_integers: {
      const auto divisor = std::int64_t{1} << log2_divisor;
      const auto dividend =
          output < 2 ? std::int64_t{static_cast<std::int32_t>(in(0))} : std::int64_t{in(1)};
      return static_cast<std::uint32_t>(output % 2 == 0 ? dividend / divisor : dividend % divisor);
    }
    case Ieee754Function::digit_sums:
      return digit_sum(in(0), log2_divisor);
    default:
      return 0;
  }
}

const char* name_of_fast(std::size_t function) {
  constexpr const char* names[] = {"__fdividef", "__expf", "__logf", "__sinf", "__cosf", "rsqrtf"};
  return names[function];
}

}  // namespace

std::vector<NumbersBuffer> outputs_of(const Ieee754Parameters& given) {
  const std::size_t n = given.count;
  switch (given.function) {
    case Ieee754Function::multiply_add:
      return {{"fused", n}, {"separate", n}};
    case Ieee754Function::find_difference:
      return {{"abc", 3}};
    case Ieee754Function::interval_operation:
      return {{"result", 2 * n}, {"cut", n}};
    case Ieee754Function::divide_and_root:
      return {{"quotient", n}, {"root", n}, {"reciprocal", n}, {"reciprocal_root", n}};
    case Ieee754Function::approximate:
      return {{"results", FAST_FUNCTIONS * n}};
    case Ieee754Function::difference:
      return {{"kept", n}, {"flushed", n}};
    case Ieee754Function::sum_rows:
      return {{"left_to_right", n}, {"tree", n}, {"compensated", n}};
    case Ieee754Function::divide_integers:
      return {
          {"quotient", n}, {"remainder", n}, {"unsigned_quotient", n}, {"unsigned_remainder", n}};
    case Ieee754Function::all_integers:
      return {{"quotient and sums", 2 * n},
              {"remainder", n},
              {"unsigned_quotient", n},
              {"unsigned_remainder", n}};
    default:
      return {{"sums", n}};
  }
}

Outputs expected_outputs(const Ieee754Data& data) {
  Outputs outputs;
  if (data.parameters.function == Ieee754Function::find_difference) return outputs;
  for (const NumbersBuffer& buffer : outputs_of(data.parameters)) {
    const std::size_t output = outputs.size();
    outputs.emplace_back(buffer.count);
    for (std::size_t i = 0; i < buffer.count; ++i)
      outputs[output][i] = expected_value(data, output, i);
  }
  return outputs;
}

bool is_right(const Ieee754Data& data, std::size_t output, std::size_t i, std::uint32_t expected,
              std::uint32_t got) {
  switch (data.parameters.function) {
    case Ieee754Function::divide_integers:
    case Ieee754Function::digit_sums:
    case Ieee754Function::all_integers:
      return got == expected;
    case Ieee754Function::approximate:
      return nearness_of(data, i, got).is_near();
    case Ieee754Function::interval_operation:
      if (output == 0 && is_zero(expected)) return is_zero(got);
      [[fallthrough]];
    default:
      return got == expected || (is_nan(got) && is_nan(expected));
  }
}

std::string complain_about_difference(std::span<const std::uint32_t> abc) {
  constexpr const char* names[] = {"a", "b", "c"};
  for (std::size_t i = 0; i < 3; ++i)
    if (!is_normal(abc[i]))
      return fmt::format("{} is {}", names[i],
                         is_zero(abc[i])       ? "zero"
                         : is_denormal(abc[i]) ? "denormal"
                         : is_nan(abc[i])      ? "no number"
                                               : "infinite");
  const std::uint32_t fused = fuse(abc[0], abc[1], abc[2]);
  const std::uint32_t separate = add(multiply(abc[0], abc[1]), abc[2]);
  if (!is_finite(fused) || !is_finite(separate)) return "the results are not finite";
  if (fused == separate) return "both results are the same";
  return {};
}

Nearness nearness_of(const Ieee754Data& data, std::size_t i, std::uint32_t got) {
  const std::size_t n = data.parameters.count, place = i % n;
  const float x = to_float(data.inputs[0][place]), y = to_float(data.inputs[1][place]);
  const bool is_in_period = std::abs(static_cast<double>(x)) <= std::numbers::pi;
  Nearness nearness;
  switch (i / n) {
    case EXPONENTIAL:
      // The documented 2 + floor(|1.173 x|), and one more: x * log2(e), rounded, can be so far off
      // alone (54.05 ULP for x = -44.3647, where 54 are documented), and the result is rounded, too.
      nearness.most_ulp = 3 + std::floor(std::abs(1.173 * static_cast<double>(x)));
      break;
    case LOGARITHM:
      if (y >= 0.5f && y <= 2)
        nearness.most_absolute = std::exp2(-21.41);
      else
        nearness.most_ulp = 3;
      break;
    case SINE:
      if (is_in_period) nearness.most_absolute = std::exp2(-21.41);
      break;
    case COSINE:
      if (is_in_period) nearness.most_absolute = std::exp2(-21.19);
      break;
    default:
      nearness.most_ulp = 2;
  }
  const long double exact = exact_result(data, i);
  const std::uint32_t nearest = to_bits(static_cast<float>(exact));
  const double infinite = std::numeric_limits<double>::infinity();
  nearness.ulp = is_nan(got) ? infinite : static_cast<double>(steps_between(nearest, got));
  nearness.absolute =
      is_finite(got)
          ? static_cast<double>(std::abs(exact - static_cast<long double>(to_float(got))))
          : infinite;
  return nearness;
}

std::vector<std::string> nearness_table(const Ieee754Data& data,
                                        std::span<const std::uint32_t> results) {
  std::vector<std::string> lines = {fmt::format("{:<10} {:>10} {:>22} {:>18}", "function",
                                                "largest", "documented", "correctly rounded")};
  const std::size_t n = data.parameters.count;
  // Where the bound is absolute, and where it is in ULP: rows of their own.
  for (std::size_t function = 0; function < FAST_FUNCTIONS; ++function)
    for (const bool absolute : {false, true}) {
      double largest = 0, bound = 0;
      std::size_t count = 0, exact = 0;
      for (std::size_t i = function * n; i < (function + 1) * n; ++i) {
        const Nearness near = nearness_of(data, i, results[i]);
        if (!near.is_bounded() || (near.most_absolute > 0) != absolute) continue;
        ++count;
        exact += near.ulp == 0;
        largest = std::max(largest, absolute ? near.absolute : near.ulp);
        bound = std::max(bound, absolute ? near.most_absolute : near.most_ulp);
      }
      if (count == 0) continue;
      const double share = 100.0 * static_cast<double>(exact) / static_cast<double>(count);
      lines.push_back(
          absolute ? fmt::format("{:<10} {:>10} {:>22} {:>16.1f} %", name_of_fast(function),
                                 largest > 0 ? fmt::format("2^{:.2f}", std::log2(largest)) : "0",
                                 fmt::format("2^{:.2f}", std::log2(bound)), share)
                   : fmt::format(
                         "{:<10} {:>6.0f} ULP {:>22} {:>16.1f} %", name_of_fast(function), largest,
                         function == EXPONENTIAL ? fmt::format("3 + |1.173 x|: {:.0f} ULP", bound)
                                                 : fmt::format("{:.0f} ULP", bound),
                         share));
    }
  return lines;
}

std::vector<std::string> underflow_lines(const Ieee754Data& data, const Outputs& outputs) {
  std::size_t differ = 0, kept = 0, flushed = 0;
  for (std::size_t i = 0; i < data.parameters.count; ++i) {
    const std::uint32_t a = data.inputs[0][i], b = data.inputs[1][i];
    if (!is_finite(a) || !is_finite(b) || a == b || (is_zero(a) && is_zero(b))) continue;
    ++differ;
    kept += is_zero(outputs[0][i]);
    flushed += is_zero(outputs[1][i]);
  }
  return {fmt::format("of {} pairs with a != b, a - b is zero in", differ),
          fmt::format("{:>9}  with denormal numbers kept", kept),
          fmt::format("{:>9}  with denormal numbers flushed", flushed)};
}

std::uint32_t sum_in_order(std::span<const std::uint32_t> row) {
  if (row.empty()) return 0;
  std::uint32_t sum = row[0];
  for (const std::uint32_t value : row.subspan(1)) sum = add(sum, value);
  return sum;
}

std::uint32_t sum_as_tree(std::span<const std::uint32_t> row) {
  if (row.empty()) return 0;
  std::vector<std::uint32_t> left(row.begin(), row.end());
  while (left.size() > 1) {
    const std::size_t half = (left.size() + 1) / 2;
    for (std::size_t i = 0; half + i < left.size(); ++i) left[i] = add(left[i], left[half + i]);
    left.resize(half);
  }
  return left[0];
}

std::uint32_t sum_compensated(std::span<const std::uint32_t> row) {
  if (row.size() < 2) return sum_in_order(row);
  std::uint32_t sum = row[0], lost = 0;
  for (const std::uint32_t value : row.subspan(1)) {
    const std::uint32_t next = add(sum, value);
    const bool sum_is_larger = (sum & ~sign_bit) >= (value & ~sign_bit);
    lost = add(lost,
               sum_is_larger ? add(subtract(sum, next), value) : add(subtract(value, next), sum));
    sum = next;
  }
  return add(sum, lost);
}

std::uint32_t sum_exact(std::span<const std::uint32_t> row) {
  constexpr int unit = -80;
  __int128 sum = 0;
  for (const std::uint32_t value : row) sum += to_integer(value, unit);
  return from_integer(sum, unit);
}

std::vector<std::string> order_table(const Ieee754Data& data, const Outputs& outputs) {
  const std::size_t rows = data.parameters.count, columns = data.parameters.columns;
  std::vector<std::uint32_t> exact(rows);
  for (std::size_t row = 0; row < rows; ++row)
    exact[row] = sum_exact(std::span(data.inputs[0]).subspan(row * columns, columns));
  std::vector<std::string> lines = {
      fmt::format("{} rows of {} numbers", rows, columns),
      fmt::format("{:<14} {:>10} {:>10} {:>18}", "order", "mean", "largest", "correctly rounded")};
  const std::vector<NumbersBuffer> table = outputs_of(data.parameters);
  for (std::size_t output = 0; output < outputs.size(); ++output) {
    double total = 0, largest = 0;
    std::size_t right = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      const auto ulp = static_cast<double>(steps_between(outputs[output][row], exact[row]));
      total += ulp;
      largest = std::max(largest, ulp);
      right += ulp == 0;
    }
    lines.push_back(fmt::format("{:<14} {:>6.2f} ULP {:>6.0f} ULP {:>16.1f} %", table[output].name,
                                total / static_cast<double>(rows), largest,
                                100.0 * static_cast<double>(right) / static_cast<double>(rows)));
  }
  return lines;
}

}  // namespace warplab
