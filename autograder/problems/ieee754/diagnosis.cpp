// Explains wrong results, see ieee754.h. Known mistakes are rows of variants.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "autograder/problems/explanation.h"
#include "autograder/problems/ieee754/causes.h"
#include "autograder/problems/ieee754/ieee754.h"
#include "autograder/problems/ieee754/softfloat.h"
#include "autograder/problems/ieee754/variants.h"
#include "autograder/problems/ladder.h"
#include "autograder/report/numbers.h"
#include "common/ieee754_gpu.h"

namespace warplab {
namespace {

using namespace softfloat;

bool is_of_integers(const Ieee754Data& data) {
  return data.parameters.function == Ieee754Function::divide_integers ||
         data.parameters.function == Ieee754Function::digit_sums ||
         data.parameters.function == Ieee754Function::all_integers;
}

// "0x1.8p+1 (0x40400000)".
std::string float_text(std::uint32_t bits) {
  if (is_nan(bits)) return fmt::format("NaN ({:#010x})", bits);
  return fmt::format("{:a} ({:#010x})", to_float(bits), bits);
}
std::string int_text(std::uint32_t bits, bool has_sign) {
  return has_sign ? fmt::format("{}", static_cast<std::int32_t>(bits)) : fmt::format("{}", bits);
}

// The numbers of one output that are wrong, in their order.
struct Wrong {
  std::size_t output = 0;
  std::vector<std::size_t> places;
};

Wrong first_wrong(const Ieee754Data& data, const Outputs& expected, const Outputs& got) {
  Wrong wrong;
  for (; wrong.output < got.size(); ++wrong.output) {
    for (std::size_t i = 0; i < got[wrong.output].size(); ++i)
      if (!is_right(data, wrong.output, i, expected[wrong.output][i], got[wrong.output][i]))
        wrong.places.push_back(i);
    if (!wrong.places.empty()) break;
  }
  return wrong;
}

bool is_same(std::uint32_t a, std::uint32_t b, bool is_integer) {
  return a == b || (!is_integer && is_nan(a) && is_nan(b));
}

// The variant that makes all of the numbers, right ones too; else one that makes all that are
// wrong.
std::optional<Explanation> explain_by_variant(const Ieee754Data& data, const Wrong& wrong,
                                              const std::vector<std::uint32_t>& got) {
  std::vector<std::size_t> all(got.size());
  std::iota(all.begin(), all.end(), 0);
  const std::vector<Variant> variants = variants_of(data.parameters);
  for (const std::vector<std::size_t>& places : {all, wrong.places}) {
    const auto found = first_that_fits(variants, [&](const OutputValue& variant) {
      return variant.output == wrong.output && std::ranges::all_of(places, [&](std::size_t i) {
               return is_right(data, wrong.output, i, variant.value(data, i), got[i]);
             });
    });
    if (found) return found;
  }
  return std::nullopt;
}

constexpr const char* fast_calls[] = {"__fdividef(x, y)", "__expf(x)", "__logf(y)",
                                      "__sinf(x)",        "__cosf(x)", "rsqrtf(y)"};

// Whether number i of function f lies at i * FAST_FUNCTIONS + f.
bool is_number_by_number(const Ieee754Data& data, const std::vector<std::uint32_t>& got) {
  for (std::size_t place = 0; place < got.size(); ++place) {
    const std::size_t there =
        place % FAST_FUNCTIONS * data.parameters.count + place / FAST_FUNCTIONS;
    if (!nearness_of(data, there, got[place]).is_near()) return false;
  }
  return true;
}

Explanation explain_nearness(const Ieee754Data& data, std::size_t place,
                             const std::vector<std::uint32_t>& results) {
  const std::uint32_t got = results[place];
  if (is_number_by_number(data, results))
    return {cause::number_by_number,
            "all results of number 0 come first, then all of number 1, ...",
            "the results lie function by function, n of each: number i of function f at f * n + i"};
  const std::size_t function = place / data.parameters.count;
  const std::size_t i = place % data.parameters.count;
  const Nearness near = nearness_of(data, place, got);
  for (std::size_t other = 0; other < FAST_FUNCTIONS; ++other)
    if (const Nearness of_other = nearness_of(data, other * data.parameters.count + i, got);
        other != function && of_other.is_bounded() && of_other.is_near())
      return {cause::other_function, fmt::format("it is what {} gives", fast_calls[other]),
              "the results lie in the order of FastFunction, n of each"};
  const std::string bound =
      near.most_ulp > 0
          ? fmt::format("{:.0f} ULP off, where {:.0f} are allowed", near.ulp, near.most_ulp)
          : fmt::format("off by {:.3g}, where {:.3g} is allowed", near.absolute,
                        near.most_absolute);
  return {
      cause::not_near, "it is " + bound,
      fmt::format("{} is within that: is it called, and of which argument?", fast_calls[function])};
}

// Of `numbers` numbers of the output `name`, wrong ones that nobody wrote.
Explanation explain_unwritten(const Wrong& wrong, std::size_t numbers, const std::string& name) {
  if (wrong.places.size() == numbers)
    return {cause::nothing_written, fmt::format("nothing was written to {}", name),
            "is there a launch, and does the kernel store what it computes?"};
  const std::size_t first = wrong.places.front();
  if (wrong.places.back() == numbers - 1 && wrong.places.size() == numbers - first)
    return {cause::tail_missing,
            fmt::format("the last {} of {} were not written", wrong.places.size(), name),
            fmt::format("the first {} were: round the number of blocks up, (n + BLOCK - 1) / "
                        "BLOCK, and let threads beyond n do nothing",
                        first)};
  return {cause::gaps,
          counted(wrong.places.size(), "1 number was not written, of ",
                  "{} numbers were not written, of ") +
              name,
          "which number is a thread's? blockIdx.x * blockDim.x + threadIdx.x leaves none out"};
}

// Of approximate, whose output has a part for each function: the same of the part with the first wrong place.
Explanation explain_unwritten_function(const Ieee754Data& data, std::size_t first_wrong,
                                       const std::vector<std::uint32_t>& results,
                                       std::uint32_t poison) {
  const std::size_t n = data.parameters.count, function = first_wrong / n;
  Wrong part;
  for (std::size_t i = 0; i < n; ++i)
    if (results[function * n + i] == poison) part.places.push_back(i);
  if (std::ranges::count(results, poison) == static_cast<std::ptrdiff_t>(results.size()))
    return explain_unwritten(part, n, "results");
  const std::string name = fmt::format("the results of {}", fast_calls[function]);
  if (part.places.size() < n) return explain_unwritten(part, n, name);
  return {
      cause::function_missing, "nothing was written to " + name,
      fmt::format("{} of number i belongs to results[{} * n + i]", fast_calls[function], function)};
}

// The operands of number `i` of an output.
std::vector<std::string> operands(const Ieee754Data& data, std::size_t output, std::size_t i) {
  const auto in = [&](std::size_t b, std::size_t at) { return float_text(data.inputs[b][at]); };
  switch (data.parameters.function) {
    case Ieee754Function::multiply_add:
      return {"a = " + in(0, i), "b = " + in(1, i), "c = " + in(2, i)};
    case Ieee754Function::interval_operation: {
      constexpr const char* names[] = {"a + b", "a * b", "a / b", "sqrt(a)"};
      const std::size_t interval = output == 0 ? i / 2 : i;
      std::vector<std::string> lines = {
          fmt::format("{}, number {}{}", names[data.parameters.choice], interval,
                      output == 1  ? ""
                      : i % 2 == 0 ? ", lower"
                                   : ", upper"),
          "a.lower = " + in(0, 2 * interval), "a.upper = " + in(0, 2 * interval + 1)};
      if (data.parameters.choice != ROOT) {
        lines.push_back("b.lower = " + in(1, 2 * interval));
        lines.push_back("b.upper = " + in(1, 2 * interval + 1));
      }
      return lines;
    }
    case Ieee754Function::approximate:
      return {"x = " + in(0, i % data.parameters.count), "y = " + in(1, i % data.parameters.count)};
    case Ieee754Function::sum_rows: {
      const std::size_t columns = data.parameters.columns;
      std::vector<std::string> lines = {fmt::format("row {} of {} numbers", i, columns)};
      for (std::size_t c = 0; c < std::min<std::size_t>(columns, 4); ++c)
        lines.push_back(fmt::format("v{} = {}", c, in(0, i * columns + c)));
      return lines;
    }
    case Ieee754Function::all_integers:
      i %= data.parameters.count;
      [[fallthrough]];
    case Ieee754Function::divide_integers:
      return {fmt::format("{} and {} = 2^{}", int_text(data.inputs[output / 2][i], output < 2),
                          1 << data.parameters.choice, data.parameters.choice)};
    case Ieee754Function::digit_sums:
      return {fmt::format("{} to the base {}", int_text(data.inputs[0][i], true),
                          1 << data.parameters.choice)};
    default:
      return {"a = " + in(0, i), "b = " + in(1, i)};
  }
}

// What gives the very numbers that are wrong.
std::optional<Explanation> find_mistake(const Ieee754Data& data, const Wrong& wrong,
                                        const Outputs& expected, const Outputs& got) {
  const std::vector<std::uint32_t>& values = got[wrong.output];
  if (auto explanation = explain_by_variant(data, wrong, values)) return explanation;
  if (!is_of_integers(data) && std::ranges::all_of(wrong.places, [&](std::size_t i) {
        return is_zero(values[i]) && is_zero(expected[wrong.output][i]);
      }))
    return Explanation{
        cause::zero_sign, "zeros have the other sign",
        "+0 and -0 are equal, and yet not the same: which operations here can make a zero, and "
        "of which sign?"};
  for (std::size_t other = 0; other < got.size(); ++other)
    if (other != wrong.output && expected[other].size() == values.size() &&
        std::ranges::all_of(wrong.places, [&](std::size_t i) {
          return is_same(values[i], expected[other][i], is_of_integers(data));
        }))
      return Explanation{cause::outputs_swapped,
                         fmt::format("these are the numbers that belong to {}",
                                     outputs_of(data.parameters)[other].name),
                         "compare the order of the kernel's parameters with that of its arguments"};
  return std::nullopt;
}

std::optional<Explanation> explain_approximation(const Ieee754Data& data, const Wrong& wrong,
                                                 const Outputs& expected, const Outputs& got) {
  const auto is_nearly_right = [&](std::size_t i) {
    const std::uint32_t a = expected[wrong.output][i], b = got[wrong.output][i];
    // Approximations give up about zero and infinity.
    if (is_denormal(a) || is_zero(b) || is_infinite(a) || is_infinite(b)) return true;
    return !is_nan(a) && !is_nan(b) && steps_between(a, b) <= 4;
  };
  if (data.parameters.function != Ieee754Function::divide_and_root ||
      !std::ranges::all_of(wrong.places, is_nearly_right))
    return std::nullopt;
  return Explanation{
      cause::approximate,
      "it is right or nearly so, but about zero and infinity: as an approximation is",
      "__fdividef, rsqrtf and options such as -use_fast_math approximate; the functions that "
      "end in _rn, _rz, _rd and _ru round once, everywhere"};
}

Explanation explain_other_numbers(const Ieee754Data& data, const Wrong& wrong, const Outputs& got) {
  const std::size_t first = wrong.places.front();
  if (data.parameters.function == Ieee754Function::approximate)
    return explain_nearness(data, first, got[wrong.output]);
  if (is_of_integers(data))
    return {cause::wrong_integers, "which mistake makes these is not known",
            fmt::format("compute the first of them on paper, {}, and print each step of it from "
                        "the kernel",
                        operands(data, wrong.output, first).front())};
  return {cause::wrong_bits, "which mistake makes these is not known",
          "compute the first of them on paper from the operands above, and print each step of it "
          "from the kernel"};
}

Explanation explain(const Ieee754Data& data, const Wrong& wrong, const Outputs& expected,
                    const Outputs& got, const Case::Evidence& evidence) {
  Ladder ladder;
  ladder.nothing = [&]() -> std::optional<Explanation> {
    const std::vector<std::uint32_t>& values = got[wrong.output];
    if (!std::ranges::all_of(wrong.places,
                             [&](std::size_t i) { return values[i] == evidence.poison; }))
      return std::nullopt;
    if (data.parameters.function == Ieee754Function::approximate)
      return explain_unwritten_function(data, wrong.places.front(), values, evidence.poison);
    return explain_unwritten(wrong, values.size(), outputs_of(data.parameters)[wrong.output].name);
  };
  ladder.stale = always({cause::stale, "these are results of the numbers before these",
                         "in each call, compute from the numbers that it is given"});
  ladder.known = [&] { return find_mistake(data, wrong, expected, got); };
  ladder.race =
      always({cause::race, "the same numbers have other results when they are computed again",
              "threads seem to read what others have not written yet"});
  ladder.imprecise = [&] { return explain_approximation(data, wrong, expected, got); };
  ladder.unknown = [&] { return explain_other_numbers(data, wrong, got); };
  return climb(ladder, evidence);
}

Diagnosis explain_wrong_difference(const std::vector<std::uint32_t>& abc,
                                   const Case::Evidence& evidence, const std::string& case_name) {
  if (std::count(abc.begin(), abc.end(), evidence.poison) == 3)
    return make_diagnosis({cause::nothing_written, "nothing was written to abc",
                           "is there a launch, and does the kernel store what it finds?"},
                          {case_name});
  const Explanation explanation = {
      cause::no_difference, complain_about_difference(abc),
      "let c be minus the rounded product: what is fused has its rounding error left, and what is "
      "separate nothing. Which products of floats are not exact?"};
  return make_diagnosis(
      explanation,
      {case_name + ":", "a = " + float_text(abc[0]), "b = " + float_text(abc[1]),
       "c = " + float_text(abc[2]), "fused    " + float_text(fuse(abc[0], abc[1], abc[2])),
       "separate " + float_text(add(multiply(abc[0], abc[1]), abc[2]))});
}

}  // namespace

Diagnosis explain_wrong_numbers(const Ieee754Data& data, const Outputs& expected,
                                const Outputs& got, const Case::Evidence& evidence,
                                const std::string& case_name) {
  if (data.parameters.function == Ieee754Function::find_difference)
    return explain_wrong_difference(got[0], evidence, case_name);
  const Wrong wrong = first_wrong(data, expected, got);
  const std::size_t first = wrong.places.front();
  const Explanation explanation = explain(data, wrong, expected, got, evidence);
  std::vector<std::string> facts = {fmt::format(
      "{}: {} of {} numbers of {} are wrong, first number {}", case_name, wrong.places.size(),
      got[wrong.output].size(), outputs_of(data.parameters)[wrong.output].name, first)};
  for (std::string& line : operands(data, wrong.output, first)) facts.push_back(std::move(line));
  const std::uint32_t right = expected[wrong.output][first], given = got[wrong.output][first];
  const bool is_missing = given == evidence.poison;
  if (is_of_integers(data)) {
    const bool has_sign =
        data.parameters.function == Ieee754Function::digit_sums || wrong.output < 2;
    facts.push_back(fmt::format("expected {}, got {}", int_text(right, has_sign),
                                is_missing ? "nothing" : int_text(given, has_sign)));
  } else {
    facts.push_back("expected " + float_text(right));
    std::string line = "got      " + (is_missing ? "nothing" : float_text(given));
    if (!is_missing && !is_nan(right) && !is_nan(given) && !is_infinite(right) &&
        !is_infinite(given))
      line += is_zero(right) && is_zero(given)
                  ? ", the other zero"
                  : fmt::format(", {} ULP apart", steps_between(right, given));
    facts.push_back(line);
  }
  return make_diagnosis(explanation, std::move(facts));
}

}  // namespace warplab
