// What known mistakes make of divisions of integers, see variants.h.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "autograder/problems/ieee754/causes.h"
#include "autograder/problems/ieee754/variants.h"

namespace warplab {
namespace {

constexpr std::uint32_t least_int = 0x80000000u;

std::uint32_t masked_digits(std::uint32_t rest, int log2_base, std::uint32_t mask) {
  std::uint32_t sum = 0;
  for (; rest != 0; rest >>= log2_base) sum += rest & mask;
  return sum;
}
std::uint32_t digits(std::uint32_t rest, int log2_base) {
  return masked_digits(rest, log2_base, (1u << log2_base) - 1);
}

// 1 << log2 - 1 is 1 << (log2 - 1): on a GPU 0 for log2 = 0.
std::uint32_t shifted_too_little(int log2) { return log2 == 0 ? 0 : 1u << (log2 - 1); }

std::uint32_t shifted(std::uint32_t value, int log2) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(value) >> log2);
}

// What a division gives, but for INT_MIN, of which the negative was taken.
std::uint32_t divided_as_magnitude(std::uint32_t value, int log2) {
  if (value == least_int) return 0u - shifted(value, log2);
  return value >> 31 != 0 ? 0u - ((0u - value) >> log2) : value >> log2;
}

const char* const no_negative =
    "-INT_MIN is not an int, and stays INT_MIN: use the magnitude as unsigned, or do not negate";
const char* const minus_first =
    "C takes - before <<: the last log2 bits are those of (1u << log2) - 1";

// Where an operator has taken other operands than was meant, or a type has.
std::vector<Variant> of_written_divisions() {
  const auto a_of = [](const Ieee754Data& data, std::size_t i) { return data.inputs[0][i]; };
  const auto log2_of = [](const Ieee754Data& data) { return data.parameters.choice; };
  const auto bias = [](std::uint32_t value, std::uint32_t of_negative) {
    return value >> 31 != 0 ? of_negative : 0;
  };
  const auto divided_by = [](std::uint32_t value, std::int64_t divisor) {
    if (divisor == 0) return ~0u;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(value) / divisor);
  };
  return {
      {{cause::least_int, "it is right but for INT_MIN, -2147483648, whose sign was taken off",
        no_negative},
       {0, [=](const Ieee754Data& data,
               std::size_t i) { return divided_as_magnitude(a_of(data, i), log2_of(data)); }}},
      {{cause::other_divisor, "it was divided by log2_divisor itself",
        "the divisor is 2 to that power: d = 1 << log2_divisor"},
       {0, [=](const Ieee754Data& data,
               std::size_t i) { return divided_by(a_of(data, i), log2_of(data)); }}},
      {{cause::other_divisor, "it was divided by 2 * d", "d is 1 << log2_divisor, not 2 <<"},
       {0,
        [=](const Ieee754Data& data, std::size_t i) {
          return divided_by(a_of(data, i), std::int64_t{2} << log2_of(data));
        }}},
      {{cause::all_zero, "all quotients are 0",
        "is it a + (a >> 31) & (d - 1)? C takes + before &, so what is masked is the sum: put "
        "parentheses round the & and its operands"},
       {0, [](const Ieee754Data&, std::size_t) { return 0u; }}},
      {{cause::other_bias, "half of d was added to a negative number, not d - 1",
        "C takes - before <<: 1 << log2 - 1 is d / 2, and (1 << log2) - 1 is d - 1"},
       {0,
        [=](const Ieee754Data& data, std::size_t i) {
          const std::uint32_t half = shifted_too_little(log2_of(data));
          return shifted(a_of(data, i) + bias(a_of(data, i), half), log2_of(data));
        }}},
      {{cause::other_bias, "1 was taken off a negative number where d - 1 was to be added",
        "value >> 31 is -1 for a negative number: all its bits are set, and & (d - 1) leaves those "
        "of "
        "d - 1"},
       {0,
        [=](const Ieee754Data& data, std::size_t i) {
          return shifted(a_of(data, i) + bias(a_of(data, i), ~0u), log2_of(data));
        }}},
      {{cause::difference_shifted, "the difference was shifted, not the quotient",
        "C takes - before <<: a - (quotient << log2), with the parentheses"},
       {1,
        [=](const Ieee754Data& data, std::size_t i) {
          const std::uint32_t quotient =
              divided_by(a_of(data, i), std::int64_t{1} << log2_of(data));
          return (a_of(data, i) - quotient) << log2_of(data);
        }}},
      {{cause::sign_extended, "b was divided as an int", "b has no sign: let b and d be unsigned"},
       {2,
        [=](const Ieee754Data& data, std::size_t i) {
          return divided_by(data.inputs[1][i], std::int64_t{1} << log2_of(data));
        }}},
      {{cause::mask_of_one_bit, "the mask is one bit, that of d / 2", minus_first},
       {3, [=](const Ieee754Data& data,
               std::size_t i) { return data.inputs[1][i] & shifted_too_little(log2_of(data)); }}},
  };
}

}  // namespace

std::vector<Variant> variants_of_integers() {
  const auto as_signed = [](const Ieee754Data& data, std::size_t i) {
    return static_cast<std::int32_t>(data.inputs[0][i]);
  };
  const auto log2_of = [](const Ieee754Data& data) { return data.parameters.choice; };
  const std::string to_zero =
      "C rounds quotients towards zero: add d - 1 to a negative number before the shift";
  std::vector<Variant> variants = {
      {{cause::rounded_down,
        "the quotient of a negative number was rounded down: -7 / 4 is -1, not -2", to_zero},
       {0,
        [=](const Ieee754Data& data, std::size_t i) {
          return static_cast<std::uint32_t>(as_signed(data, i) >> log2_of(data));
        }}},
      {{cause::rounded_up, "d - 1 was added to numbers that are not negative as well",
        "only a negative number needs it: value >> 31 is all bits for it, and none for others"},
       {0,
        [=](const Ieee754Data& data, std::size_t i) {
          const std::uint32_t raised = data.inputs[0][i] + (1u << log2_of(data)) - 1;
          return static_cast<std::uint32_t>(static_cast<std::int32_t>(raised) >> log2_of(data));
        }}},
      {{cause::one_too_many, "d was added to a negative number, not d - 1",
        "multiples of d must stay what they are: -8 / 4 is -2"},
       {0,
        [=](const Ieee754Data& data, std::size_t i) {
          const std::uint32_t bias = as_signed(data, i) < 0 ? 1u << log2_of(data) : 0;
          const std::uint32_t raised = data.inputs[0][i] + bias;
          return static_cast<std::uint32_t>(static_cast<std::int32_t>(raised) >> log2_of(data));
        }}},
      {{cause::shifted_unsigned, "the number was taken for one without a sign",
        "a shift of an unsigned number shifts in zeros from the left, and int / unsigned is "
        "computed in unsigned: let a and the divisor be int"},
       {0, [=](const Ieee754Data& data,
               std::size_t i) { return data.inputs[0][i] >> log2_of(data); }}},
      {{cause::masked,
        "the remainder of a negative number is positive: it was masked, or taken in unsigned",
        "in C a remainder has the dividend's sign: -7 % 4 is -3. It is a - (quotient << log2), or "
        "a % d of two ints: int % unsigned is computed in unsigned"},
       {1, [=](const Ieee754Data& data,
               std::size_t i) { return data.inputs[0][i] & ((1u << log2_of(data)) - 1); }}},
      {{cause::mask_too_wide, "the mask is the divisor, not one less",
        "the last log2 bits are those of d - 1"},
       {3, [=](const Ieee754Data& data,
               std::size_t i) { return data.inputs[1][i] & (1u << log2_of(data)); }}},
      {{cause::shift_by_zero, "the remainder of a division by 1 is the number itself",
        "for 2^0 no bit is left: the mask is d - 1 = 0. If yours is made by a shift of 32 - log2, "
        "that is a shift by 32, which C does not define"},
       {3, [=](const Ieee754Data& data, std::size_t i) { return data.inputs[1][i]; }}},
      {{cause::sign_extended, "the number was shifted as an int",
        "b has no sign: keep it in unsigned, or the shift copies its first bit from the left"},
       {2,
        [=](const Ieee754Data& data, std::size_t i) {
          return static_cast<std::uint32_t>(static_cast<std::int32_t>(data.inputs[1][i]) >>
                                            log2_of(data));
        }}},
  };
  const std::vector<Variant> written = of_written_divisions();
  variants.insert(variants.end(), written.begin(), written.end());
  return variants;
}

std::vector<Variant> variants_of_digits() {
  const auto magnitude = [](const Ieee754Data& data, std::size_t i) {
    const std::uint32_t a = data.inputs[0][i];
    return a >> 31 != 0 ? 0u - a : a;
  };
  // The right sum, but `of_least` for INT_MIN.
  const auto signed_digits = [=](const Ieee754Data& data, std::size_t i, std::uint32_t of_least) {
    const std::uint32_t a = data.inputs[0][i];
    if (a == least_int) return of_least;
    const std::uint32_t sum = digits(magnitude(data, i), data.parameters.choice);
    return a >> 31 != 0 ? 0u - sum : sum;
  };
  return {
      {{cause::bits_not_digits, "the digits of a negative number are those of its bits",
        "-7 has the digits of 7, each with a minus: take the magnitude first, or divide as C does, "
        "by an int: int % unsigned is computed in unsigned"},
       {0, [](const Ieee754Data& data,
              std::size_t i) { return digits(data.inputs[0][i], data.parameters.choice); }}},
      {{cause::sign_lost, "the sum of a negative number's digits is positive",
        "remainders of a negative number are negative, and so is their sum"},
       {0, [=](const Ieee754Data& data,
               std::size_t i) { return digits(magnitude(data, i), data.parameters.choice); }}},
      {{cause::negative_left_out, "the sum of a negative number's digits is 0",
        "rest > 0 is false for a negative number at once: continue while rest != 0"},
       {0,
        [](const Ieee754Data& data, std::size_t i) {
          const std::uint32_t a = data.inputs[0][i];
          return a >> 31 != 0 ? 0 : digits(a, data.parameters.choice);
        }}},
      {{cause::least_int,
        "it is right but for INT_MIN, -2147483648, whose digits have the other sign", no_negative},
       {0,
        [=](const Ieee754Data& data, std::size_t i) {
          return signed_digits(data, i, digits(least_int, data.parameters.choice));
        }}},
      {{cause::least_int, "it is right but for INT_MIN, -2147483648, which has no digits",
        no_negative},
       {0, [=](const Ieee754Data& data, std::size_t i) { return signed_digits(data, i, 0); }}},
      {{cause::other_divisor, "the base is log2_base itself",
        "the base is 2 to that power: 1 << log2_base"},
       {0,
        [](const Ieee754Data& data, std::size_t i) {
          if (data.parameters.choice < 2) return 0u;
          std::int32_t sum = 0;
          for (auto rest = static_cast<std::int32_t>(data.inputs[0][i]); rest != 0;
               rest /= data.parameters.choice)
            sum += rest % data.parameters.choice;
          return static_cast<std::uint32_t>(sum);
        }}},
      {{cause::mask_of_one_bit, "of each digit one bit was taken, that of d / 2", minus_first},
       {0,
        [=](const Ieee754Data& data, std::size_t i) {
          const int log2_base = data.parameters.choice;
          const std::uint32_t sum =
              masked_digits(magnitude(data, i), log2_base, shifted_too_little(log2_base));
          return data.inputs[0][i] >> 31 != 0 ? 0u - sum : sum;
        }}},
  };
}

}  // namespace warplab
