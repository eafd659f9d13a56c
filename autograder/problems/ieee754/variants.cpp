// What known mistakes make of a call, see variants.h.
#include "autograder/problems/ieee754/variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "autograder/problems/ieee754/causes.h"
#include "autograder/problems/ieee754/softfloat.h"
#include "common/ieee754_gpu.h"

namespace warplab {
namespace {

using namespace softfloat;

std::uint32_t in(const Ieee754Data& data, std::size_t buffer, std::size_t i) {
  return data.inputs[buffer][i];
}

std::uint32_t fused_of(const Ieee754Data& data, std::size_t i) {
  return fuse(in(data, 0, i), in(data, 1, i), in(data, 2, i));
}
std::uint32_t separate_of(const Ieee754Data& data, std::size_t i) {
  return add(multiply(in(data, 0, i), in(data, 1, i)), in(data, 2, i));
}

std::vector<Variant> of_multiply_add() {
  const std::string flushes = "denormal numbers have become zero on the way";
  const std::string keep_denormals =
      "no option and no instruction with .ftz belongs here: use __fmaf_rn, __fmul_rn, __fadd_rn";
  return {
      {{cause::contracted, "it is the fused result: the product was not rounded",
        "the compiler contracts a * b + c into one operation; __fmul_rn and __fadd_rn are left as "
        "they are"},
       {1, fused_of}},
      {{cause::not_fused, "it is the separate result: the product was rounded before c was added",
        "__fmaf_rn(a, b, c) rounds once; two roundings lose what the first one cut off"},
       {0, separate_of}},
      {{cause::rounded_twice, "it was rounded to a double before it was rounded to a float",
        "a double has room for the product, not for its sum with a much smaller c: __fmaf_rn "
        "rounds once"},
       {0,
        [](const Ieee754Data& data, std::size_t i) {
          const double product = double{to_float(in(data, 0, i))} * to_float(in(data, 1, i));
          return to_bits(static_cast<float>(product + to_float(in(data, 2, i))));
        }}},
      {{cause::rounded_to_zero, "the product was rounded towards zero", "__fmul_rn, not __fmul_rz"},
       {1,
        [](const Ieee754Data& data, std::size_t i) {
          return add(multiply(in(data, 0, i), in(data, 1, i), Rounding::to_zero), in(data, 2, i));
        }}},
      {{cause::flushed, flushes, keep_denormals},
       {0,
        [](const Ieee754Data& data, std::size_t i) {
          return flushed(
              fuse(flushed(in(data, 0, i)), flushed(in(data, 1, i)), flushed(in(data, 2, i))));
        }}},
      {{cause::flushed, flushes, keep_denormals},
       {1,
        [](const Ieee754Data& data, std::size_t i) {
          const std::uint32_t product = multiply(flushed(in(data, 0, i)), flushed(in(data, 1, i)));
          return flushed(add(flushed(product), flushed(in(data, 2, i))));
        }}},
  };
}

std::uint32_t operate(std::int32_t operation, std::uint32_t a, std::uint32_t b, Rounding mode) {
  switch (operation) {
    case ADD:
      return add(a, b, mode);
    case MULTIPLY:
      return multiply(a, b, mode);
    case DIVIDE:
      return divide(a, b, mode);
    default:
      return square_root(a, mode);
  }
}
std::uint32_t operate(const Ieee754Data& data, std::uint32_t a, std::uint32_t b, Rounding mode) {
  return operate(data.parameters.choice, a, b, mode);
}

// The four results of two ends: those of lower and lower, lower and upper, upper and lower, upper
// and upper.
std::vector<std::uint32_t> results_of_ends(std::int32_t operation, const Ieee754Data& data,
                                           std::size_t i, Rounding mode) {
  std::vector<std::uint32_t> results;
  for (std::size_t pair = 0; pair < 4; ++pair)
    results.push_back(
        operate(operation, in(data, 0, 2 * i + pair / 2), in(data, 1, 2 * i + pair % 2), mode));
  return results;
}
std::vector<std::uint32_t> results_of_ends(const Ieee754Data& data, std::size_t i, Rounding mode) {
  return results_of_ends(data.parameters.choice, data, i, mode);
}

// Both ends of an interval, of which `i` is one: as it should be but for the roundings.
std::function<std::uint32_t(const Ieee754Data&, std::size_t)> bounds_rounded(Rounding lower,
                                                                             Rounding upper) {
  return [=](const Ieee754Data& data, std::size_t i) {
    const auto results = results_of_ends(data, i / 2, i % 2 == 0 ? lower : upper);
    return i % 2 == 0 ? *std::min_element(results.begin(), results.end(), is_less)
                      : *std::max_element(results.begin(), results.end(), is_less);
  };
}

// The float next to a, further from all others of an interval: below its lower bound, above its
// upper one.
std::uint32_t outwards_of(std::uint32_t a, bool is_lower) {
  if (is_nan(a) || a == (is_lower ? infinity | sign_bit : infinity)) return a;
  if (is_zero(a)) return is_lower ? sign_bit | 1 : 1;
  const bool grows = (a & sign_bit) != 0 ? is_lower : !is_lower;
  return grows ? a + 1 : a - 1;
}

// Both ends, as bounds_rounded() has them, but one float further out.
std::function<std::uint32_t(const Ieee754Data&, std::size_t)> bounds_widened(Rounding lower,
                                                                             Rounding upper) {
  return [right = bounds_rounded(lower, upper)](const Ieee754Data& data, std::size_t i) {
    return outwards_of(right(data, i), i % 2 == 0);
  };
}

// The least and the greatest of some of the four pairs of ends: bit k of `pairs` is for result k of
// results_of_ends().
std::function<std::uint32_t(const Ieee754Data&, std::size_t)> bounds_of_pairs(int pairs) {
  return [=](const Ieee754Data& data, std::size_t i) {
    const auto all = results_of_ends(data, i / 2, i % 2 == 0 ? Rounding::down : Rounding::up);
    std::vector<std::uint32_t> tried;
    for (std::size_t k = 0; k < all.size(); ++k)
      if ((pairs >> k & 1) != 0) tried.push_back(all[k]);
    return i % 2 == 0 ? *std::min_element(tried.begin(), tried.end(), is_less)
                      : *std::max_element(tried.begin(), tried.end(), is_less);
  };
}

// "lower with lower and upper with upper".
std::string name_pairs(int pairs) {
  constexpr const char* names[] = {"lower with lower", "lower with upper", "upper with lower",
                                   "upper with upper"};
  std::string text;
  for (int k = 0; k < 4; ++k)
    if ((pairs >> k & 1) != 0) text += (text.empty() ? "" : ", ") + std::string(names[k]);
  return text;
}

void add_mixed_ends(std::vector<Variant>& variants, bool is_sum) {
  const std::string all_four =
      is_sum
          ? "a sum's lower end is the sum of the lower ends, its upper end that of the upper ones"
          : "the least and the greatest may come from any of the four pairs of ends, as their "
            "signs are: try all four for both bounds";
  for (int pairs = 1; pairs < 15; ++pairs) {
    if (is_sum && (pairs & 9) == 9)
      continue;  // lower with lower and upper with upper: that is right
    variants.push_back(
        {{cause::ends_missing, "only these ends were tried: those of a and b, " + name_pairs(pairs),
          all_four},
         {0, bounds_of_pairs(pairs)}});
  }
}

void add_swapped_ends(std::vector<Variant>& variants) {
  variants.push_back(
      {{cause::ends_swapped, "the lower bound is stored as the upper one, and the reverse",
        "of interval i the lower bound is number 2 * i, the upper one 2 * i + 1"},
       {0, [right = bounds_rounded(Rounding::down, Rounding::up)](
               const Ieee754Data& data, std::size_t i) { return right(data, i ^ 1); }}});
  variants.push_back(
      {{cause::ends_swapped, "the lower bound is the greatest result, the upper the least",
        "fminf() finds the lower bound, fmaxf() the upper one"},
       {0, [](const Ieee754Data& data, std::size_t i) {
          const bool is_lower = i % 2 == 0;
          const auto all = results_of_ends(data, i / 2, is_lower ? Rounding::down : Rounding::up);
          return is_lower ? *std::max_element(all.begin(), all.end(), is_less)
                          : *std::min_element(all.begin(), all.end(), is_less);
        }}});
}

// A root has one operand.
void add_roots_of_one_end(std::vector<Variant>& variants) {
  for (const std::size_t end : {0, 1})
    variants.push_back(
        {{cause::ends_missing,
          fmt::format("both bounds are roots of a.{}", end == 0 ? "lower" : "upper"),
          "a root only grows: its lower bound is that of a.lower, its upper bound that of a.upper"},
         {0, [=](const Ieee754Data& data, std::size_t i) {
            return square_root(in(data, 0, i / 2 * 2 + end),
                               i % 2 == 0 ? Rounding::down : Rounding::up);
          }}});
}

void add_other_operations(std::vector<Variant>& variants, std::int32_t operation) {
  constexpr const char* names[] = {"a + b", "a * b", "a / b", "sqrt(a)"};
  for (std::int32_t other = ADD; other <= ROOT; ++other) {
    if (other == operation) continue;
    const auto variant = [&](std::size_t output, const std::string& of, auto value) {
      variants.push_back(
          {{cause::other_operation,
            fmt::format("it is {} of {}, not of {}", of, names[other], names[operation]),
            "which operation is launched for which IntervalOperation? In a switch each case ends "
            "with "
            "break"},
           {output, value}});
    };
    variant(0, "the interval", [other](const Ieee754Data& data, std::size_t i) {
      const bool is_lower = i % 2 == 0;
      if (other == ROOT)
        return square_root(in(data, 0, i), is_lower ? Rounding::down : Rounding::up);
      const auto all =
          results_of_ends(other, data, i / 2, is_lower ? Rounding::down : Rounding::up);
      return is_lower ? *std::min_element(all.begin(), all.end(), is_less)
                      : *std::max_element(all.begin(), all.end(), is_less);
    });
    variant(1, "the result", [other](const Ieee754Data& data, std::size_t i) {
      return operate(other, in(data, 0, 2 * i), in(data, 1, 2 * i), Rounding::to_zero);
    });
  }
}

// x * [1 / y.upper, 1 / y.lower], each step rounded outwards.
std::uint32_t bound_by_reciprocal(const Ieee754Data& data, std::size_t i) {
  const bool is_lower = i % 2 == 0;
  const std::size_t lower = i / 2 * 2, upper = lower + 1;
  const std::uint32_t reciprocals[] = {divide(one, in(data, 1, upper), Rounding::down),
                                       divide(one, in(data, 1, lower), Rounding::up)};
  std::vector<std::uint32_t> products;
  for (const std::size_t end : {lower, upper})
    for (const std::uint32_t reciprocal : reciprocals)
      products.push_back(
          multiply(in(data, 0, end), reciprocal, is_lower ? Rounding::down : Rounding::up));
  return is_lower ? *std::min_element(products.begin(), products.end(), is_less)
                  : *std::max_element(products.begin(), products.end(), is_less);
}

// Each bound of a product or quotient made of one pair of ends.
std::vector<Variant> of_single_pairs() {
  return {
      {{cause::signs_ignored,
        "the lower bound is what the two lower ends give, the upper bound what the upper ones do",
        "with negative numbers another pair may give the least: -2 times [3, 5] is [-10, -6]. Try "
        "all four pairs, and take the least and the greatest"},
       {0,
        [](const Ieee754Data& data, std::size_t i) {
          return operate(data, in(data, 0, i), in(data, 1, i),
                         i % 2 == 0 ? Rounding::down : Rounding::up);
        }}},
      {{cause::crosswise,
        "the lower bound is what the lower and the upper end give, the upper bound the reverse",
        "that is right for a quotient of positive numbers only: try all four pairs, and take the "
        "least and the greatest"},
       {0,
        [](const Ieee754Data& data, std::size_t i) {
          return operate(data, in(data, 0, i), in(data, 1, i ^ 1),
                         i % 2 == 0 ? Rounding::down : Rounding::up);
        }}},
  };
}

// The bounds of a product or quotient as they are where all numbers of one operand are positive:
// the other one's signs alone choose the ends. `positive` is that operand, 0 or 1.
std::function<std::uint32_t(const Ieee754Data&, std::size_t)> bounds_for_positive(
    std::size_t positive, bool is_quotient) {
  return [=](const Ieee754Data& data, std::size_t i) {
    const std::size_t interval = i / 2 * 2, bound = i % 2;
    // A quotient falls where its divisor grows.
    const std::size_t of_other = is_quotient && positive == 0 ? 1 - bound : bound;
    const std::uint32_t other = in(data, 1 - positive, interval + of_other);
    const bool is_negative = !is_zero(other) && (other & sign_bit) != 0;
    const std::size_t turned = is_quotient && positive == 1 ? 1 - bound : bound;
    const std::uint32_t one_of = in(data, positive, interval + (is_negative ? 1 - turned : turned));
    return positive == 0 ? operate(data, one_of, other, bound == 0 ? Rounding::down : Rounding::up)
                         : operate(data, other, one_of, bound == 0 ? Rounding::down : Rounding::up);
  };
}

void add_half_of_signs(std::vector<Variant>& variants, bool is_quotient) {
  const std::string operands[] = {is_quotient ? "dividend" : "first factor",
                                  is_quotient ? "divisor" : "second factor"};
  for (const std::size_t positive : {1, 0})
    variants.push_back(
        {{cause::half_of_signs,
          fmt::format(
              "the ends were chosen by the sign of the {} alone, as if each {} were positive",
              operands[1 - positive], operands[positive]),
          fmt::format("a negative {} turns the order round: which pair of ends gives the least "
                      "depends on both signs. Try all four pairs, and take the least and the "
                      "greatest",
                      operands[positive])},
         {0, bounds_for_positive(positive, is_quotient)}});
}

void add_wide_intervals(std::vector<Variant>& variants) {
  const std::string narrowest =
      "a result rounded down is the nearest bound there is below the exact one: nothing is to be "
      "taken off it, and nothing added to one that is rounded up (_rd, _ru)";
  variants.push_back({{cause::one_float_too_wide,
                       "results are rounded to nearest, and the interval is widened by a float on "
                       "each side",
                       narrowest},
                      {0, bounds_widened(Rounding::nearest, Rounding::nearest)}});
  variants.push_back({{cause::one_float_too_wide,
                       "results are rounded outwards, and the interval is widened by a float on "
                       "each side yet",
                       narrowest},
                      {0, bounds_widened(Rounding::down, Rounding::up)}});
  variants.push_back(
      {{cause::one_float_too_wide, "the upper bound is one float too high", narrowest},
       {0, [right = bounds_rounded(Rounding::down, Rounding::up)](const Ieee754Data& data,
                                                                  std::size_t i) {
          return i % 2 == 0 ? right(data, i) : outwards_of(right(data, i), false);
        }}});
  variants.push_back(
      {{cause::one_float_too_wide, "the lower bound is one float too low", narrowest},
       {0, [right = bounds_rounded(Rounding::down, Rounding::up)](const Ieee754Data& data,
                                                                  std::size_t i) {
          return i % 2 != 0 ? right(data, i) : outwards_of(right(data, i), true);
        }}});
}

std::function<std::uint32_t(const Ieee754Data&, std::size_t)> cut_rounded(Rounding mode) {
  return [=](const Ieee754Data& data, std::size_t i) {
    return operate(data, in(data, 0, 2 * i), in(data, 1, 2 * i), mode);
  };
}

std::vector<Variant> of_bounds() {
  const std::string outwards =
      "lower bounds are rounded down (_rd), upper bounds up (_ru): only so is the exact result "
      "always between them";
  return {
      {{cause::bounds_swapped, "each bound is rounded the other's way", outwards},
       {0, bounds_rounded(Rounding::up, Rounding::down)}},
      {{cause::rounded_to_nearest, "both bounds are rounded to nearest", outwards},
       {0, bounds_rounded(Rounding::nearest, Rounding::nearest)}},
      {{cause::both_down, "the upper bound is rounded down as well", outwards},
       {0, bounds_rounded(Rounding::down, Rounding::down)}},
      {{cause::both_up, "the lower bound is rounded up as well", outwards},
       {0, bounds_rounded(Rounding::up, Rounding::up)}},
      {{cause::product_before_rounding,
        "which pair is the least was decided by results rounded to nearest, and those were kept "
        "for the lower bound",
        outwards},
       {0, bounds_rounded(Rounding::nearest, Rounding::up)}},
  };
}

std::vector<Variant> of_intervals(std::int32_t operation) {
  const bool has_signs = operation == MULTIPLY || operation == DIVIDE;
  std::vector<Variant> variants = of_bounds();
  if (operation != ROOT)  // which has no sign: towards zero is down
    variants.push_back(
        {{cause::rounded_to_zero,
          "both bounds are rounded towards zero, which is outwards for half of them only",
          "lower bounds are rounded down (_rd), upper bounds up (_ru)"},
         {0, bounds_rounded(Rounding::to_zero, Rounding::to_zero)}});
  if (has_signs) {
    const std::vector<Variant> single = of_single_pairs();
    variants.insert(variants.end(), single.begin(), single.end());
    add_half_of_signs(variants, operation == DIVIDE);
  }
  add_wide_intervals(variants);
  if (operation == ROOT)
    add_roots_of_one_end(variants);
  else
    add_mixed_ends(variants, operation == ADD);
  add_swapped_ends(variants);
  if (operation == DIVIDE)
    variants.push_back(
        {{cause::times_reciprocal, "a was multiplied by the reciprocal interval of b",
          "that rounds twice, and makes the interval wider: __fdiv_rd and __fdiv_ru "
          "round the quotient once"},
         {0, bound_by_reciprocal}});
  add_other_operations(variants, operation);
  std::vector<Variant> cut = {
      {{cause::cut_to_nearest, "it is rounded to nearest",
        "towards zero is _rz: __fadd_rz, __fmul_rz, __fdiv_rz, __fsqrt_rz"},
       {1, cut_rounded(Rounding::nearest)}},
      {{cause::cut_up, "it is rounded up: right for negative results, and not for positive ones",
        "towards zero is _rz; _ru is towards infinity"},
       {1, cut_rounded(Rounding::up)}},
  };
  if (operation != ROOT)
    cut.push_back({{cause::cut_down,
                    "it is rounded down: right for positive results, and not for negative ones",
                    "towards zero is _rz; _rd is towards minus infinity"},
                   {1, cut_rounded(Rounding::down)}});
  variants.insert(variants.end(), cut.begin(), cut.end());
  const std::size_t last_pair = operation == ROOT ? 2 : 3;
  for (std::size_t pair = operation == ROOT ? 2 : 1; pair <= last_pair; ++pair)
    variants.push_back({{cause::cut_of_other_ends,
                         operation == ROOT ? "it is made of a.upper"
                                           : "it is made of the ends " + name_pairs(1 << pair),
                         "cut is the operation with a[i].lower and b[i].lower"},
                        {1, [pair](const Ieee754Data& data, std::size_t i) {
                           return results_of_ends(data, i, Rounding::to_zero)[pair];
                         }}});
  return variants;
}

std::vector<Variant> of_division() {
  std::vector<Variant> variants;
  const std::string as_documented =
      "the root, the reciprocal and its root are of a[i]; only the quotient has b[i], below a[i]";
  for (std::size_t output = 0; output < 4; ++output)
    variants.push_back({{cause::other_operand,
                         output == 0 ? "it is b / a" : "it is made of b, not of a", as_documented},
                        {output, [output](const Ieee754Data& data, std::size_t i) {
                           const std::uint32_t a = in(data, 0, i), b = in(data, 1, i);
                           return output == 0   ? divide(b, a)
                                  : output == 1 ? square_root(b)
                                  : output == 2 ? divide(one, b)
                                                : reciprocal_root(b);
                         }}});
  const std::string once =
      "one operation, one rounding: __fdiv_rn, __fsqrt_rn, __frcp_rn and "
      "__frsqrt_rn each round once";
  variants.push_back({{cause::times_reciprocal, "it is a times the rounded reciprocal of b", once},
                      {0, [](const Ieee754Data& data, std::size_t i) {
                         return multiply(in(data, 0, i), divide(one, in(data, 1, i)));
                       }}});
  variants.push_back({{cause::rounded_twice, "it is 1 divided by the root that was rounded before",
                       "__frsqrt_rn rounds once. 1 / sqrtf(a) and rsqrtf(a) do not promise that"},
                      {3, [](const Ieee754Data& data, std::size_t i) {
                         return divide(one, square_root(in(data, 0, i)));
                       }}});
  variants.push_back(
      {{cause::rounded_twice, "it is the root of the reciprocal that was rounded before",
        "__frsqrt_rn rounds once"},
       {3, [](const Ieee754Data& data, std::size_t i) {
          return square_root(divide(one, in(data, 0, i)));
        }}});
  variants.push_back(
      {{cause::rounded_twice, "it is a times the rounded reciprocal root of a", once},
       {1, [](const Ieee754Data& data, std::size_t i) {
          return multiply(in(data, 0, i), reciprocal_root(in(data, 0, i)));
        }}});
  for (std::size_t output = 0; output < 4; ++output)
    variants.push_back(
        {{cause::flushed, "denormal numbers have been taken for zero, or have become it",
          "the functions of CUDA that end in _rn keep denormal numbers, unless the compiler is "
          "told to flush them; is there an instruction with .ftz?"},
         {output, [output](const Ieee754Data& data, std::size_t i) {
            const std::uint32_t a = flushed(in(data, 0, i)), b = flushed(in(data, 1, i));
            return flushed(output == 0   ? divide(a, b)
                           : output == 1 ? square_root(a)
                           : output == 2 ? divide(one, a)
                                         : reciprocal_root(a));
          }}});
  return variants;
}

// a - b with something done to operands and result.
std::function<std::uint32_t(const Ieee754Data&, std::size_t)> difference_with(
    std::function<std::uint32_t(std::uint32_t)> before,
    std::function<std::uint32_t(std::uint32_t)> after) {
  return [=](const Ieee754Data& data, std::size_t i) {
    return after(subtract(before(in(data, 0, i)), before(in(data, 1, i))));
  };
}

std::uint32_t as_it_is(std::uint32_t a) { return a; }
std::uint32_t flushed_to_plus_zero(std::uint32_t a) { return is_denormal(a) ? 0 : a; }
std::uint32_t always_plus_zero(std::uint32_t a) { return is_denormal(a) || is_zero(a) ? 0 : a; }
std::uint32_t without_smallest_normal(std::uint32_t a) {
  return (a & ~sign_bit) <= smallest_normal ? a & sign_bit : a;
}
std::uint32_t all_but_largest_denormal(std::uint32_t a) {
  return (a & ~sign_bit) < smallest_normal - 1 ? a & sign_bit : a;
}
std::uint32_t without_nan(std::uint32_t a) { return is_nan(a) ? a & sign_bit : flushed(a); }
std::uint32_t normal_only(std::uint32_t a) { return is_normal(a) ? a : a & sign_bit; }
std::uint32_t flushed_if_positive(std::uint32_t a) { return (a & sign_bit) != 0 ? a : flushed(a); }
// x < 0x1p-126f ? copysignf(0, x) : x
std::uint32_t without_negative(std::uint32_t a) {
  return is_less(a, smallest_normal) && !is_nan(a) ? a & sign_bit : a;
}
// (float)(bits & 0x80000000) for a zero of x's sign.
std::uint32_t flushed_by_cast(std::uint32_t a) {
  if (!is_denormal(a) && !is_zero(a)) return a;
  return (a & sign_bit) != 0 ? to_bits(0x1p31f) : 0;
}

std::function<std::uint32_t(std::uint32_t)> flushed_below(float threshold) {
  return
      [threshold](std::uint32_t a) { return std::abs(to_float(a)) < threshold ? a & sign_bit : a; };
}

Variant threshold_of(const char* name, float threshold) {
  return {
      {cause::threshold, fmt::format("what is below {} was flushed", name),
       "the smallest normal number is 2^-126, about 1.1754944e-38: 0x1p-126f is exactly that, and "
       "so is FLT_MIN of <cfloat>"},
      {1, difference_with(flushed_below(threshold), flushed_below(threshold))}};
}

std::vector<Variant> of_difference() {
  const std::string where =
      "a float is denormal if its exponent's bits, 0x7f800000, are all 0 and "
      "the rest is not: 0x00000001 to 0x007fffff, below 0x1p-126";
  return {
      {{cause::flushed, "denormal numbers have become zero here, too",
        "kept is __fsub_rn of the operands as they are"},
       {0, difference_with(flushed, flushed)}},
      {{cause::flushed, "denormal results have become zero here, too",
        "kept is __fsub_rn of the operands as they are"},
       {0, difference_with(as_it_is, flushed)}},
      {{cause::not_flushed, "nothing was flushed",
        where + ". C takes == before &: (bits & 0x7f800000) == 0"},
       {1, difference_with(as_it_is, as_it_is)}},
      {{cause::result_not_flushed, "the operands were flushed, and their difference was not",
        "two normal numbers may have a denormal difference: flush that as well"},
       {1, difference_with(flushed, as_it_is)}},
      {{cause::operands_not_flushed, "the difference was flushed, and its operands were not",
        "flush a and b first: a denormal number next to a normal one still changes the difference"},
       {1, difference_with(as_it_is, flushed)}},
      {{cause::zero_sign_lost, "what was flushed has become +0, whatever its sign was",
        "a denormal number becomes the zero of its own sign: keep the bit 0x80000000"},
       {1, difference_with(flushed_to_plus_zero, flushed_to_plus_zero)}},
      {{cause::zero_sign_lost, "every zero, and what was flushed, has become +0",
        "a denormal number becomes the zero of its own sign: keep the bit 0x80000000"},
       {1, difference_with(always_plus_zero, always_plus_zero)}},
      {{cause::threshold, "the smallest normal number, 0x1p-126, was flushed as well",
        where + ": less than it, not less or equal"},
       {1, difference_with(without_smallest_normal, without_smallest_normal)}},
      {{cause::threshold, "the largest denormal number, 0x007fffff, was kept",
        where + ": all of them, the largest too"},
       {1, difference_with(all_but_largest_denormal, all_but_largest_denormal)}},
      {{cause::nan_dropped, "a NaN has become zero",
        "comparisons with NaN are false: ask for what is to be flushed (fabsf(x) < 0x1p-126f), not "
        "for what is to be kept"},
       {1, difference_with(without_nan, without_nan)}},
      {{cause::nan_dropped, "infinities and NaN have become zero",
        "isnormal() is false for them as well: ask for what is to be flushed, fabsf(x) < "
        "0x1p-126f"},
       {1, difference_with(normal_only, normal_only)}},
      {{cause::one_sign_flushed, "only positive denormal numbers were flushed",
        "the bits above the significand are eight of exponent and the sign: mask the exponent, "
        "0x7f800000, or the sign makes a negative number's bits >> 23 at least 256"},
       {1, difference_with(flushed_if_positive, flushed_if_positive)}},
      {{cause::one_sign_flushed, "every negative number was flushed",
        "each of them is less than 0x1p-126f: compare the magnitude, fabsf(x) < 0x1p-126f"},
       {1, difference_with(without_negative, without_negative)}},
      {{cause::bits_converted, "the zero's sign bit was converted to the float 2147483648",
        "a cast to float converts the value; __uint_as_float(bits) takes the bits as they are"},
       {1, difference_with(flushed_by_cast, flushed_by_cast)}},
      threshold_of("1e-38", 1e-38f),
      threshold_of("1.17e-38", 1.17e-38f),
      threshold_of("1.175e-38", 1.175e-38f),
      threshold_of("1.18e-38", 1.18e-38f),
      {{cause::threshold, "normal numbers were flushed as well, far from the smallest one",
        "FLT_EPSILON, 2^-23, is the distance from 1 to the next float, and a cast, (unsigned)x, "
        "has "
        "no bits of x: compare with 0x1p-126f, or take __float_as_uint(x)"},
       {1, difference_with(flushed_below(0x1p-23f), flushed_below(0x1p-23f))}},
  };
}

}  // namespace

std::vector<Variant> variants_of(const Ieee754Parameters& parameters) {
  switch (parameters.function) {
    case Ieee754Function::multiply_add:
      return of_multiply_add();
    case Ieee754Function::interval_operation:
      return of_intervals(parameters.choice);
    case Ieee754Function::divide_and_root:
      return of_division();
    case Ieee754Function::difference:
      return of_difference();
    case Ieee754Function::sum_rows:
      return variants_of_sums();
    case Ieee754Function::divide_integers:
      return variants_of_integers();
    case Ieee754Function::digit_sums:
      return variants_of_digits();
    default:
      return {};
  }
}

}  // namespace warplab
