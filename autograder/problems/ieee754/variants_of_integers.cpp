// What known mistakes make of divisions of integers, see variants.h.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "autograder/problems/ieee754/causes.h"
#include "autograder/problems/ieee754/variants.h"

namespace warplab {
namespace {

std::uint32_t digits(std::uint32_t rest, int log2_base) {
  std::uint32_t sum = 0;
  for (; rest != 0; rest >>= log2_base) sum += rest & ((1u << log2_base) - 1);
  return sum;
}

}  // namespace

std::vector<Variant> variants_of_integers() {
  const auto as_signed = [](const Ieee754Data& data, std::size_t i) {
    return static_cast<std::int32_t>(data.inputs[0][i]);
  };
  const auto log2_of = [](const Ieee754Data& data) { return data.parameters.choice; };
  const std::string to_zero =
      "C rounds quotients towards zero: add d - 1 to a negative number before the shift";
  return {
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
      {{cause::shifted_unsigned, "the number was shifted as one without a sign",
        "a shift of an unsigned number brings zeros from the left, one of an int the sign"},
       {0, [=](const Ieee754Data& data,
               std::size_t i) { return data.inputs[0][i] >> log2_of(data); }}},
      {{cause::masked, "the remainder of a negative number is positive: it was masked",
        "in C a remainder has the dividend's sign: -7 % 4 is -3. It is a - (quotient << log2)"},
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
        "b has no sign: keep it in unsigned, or the shift brings its first bit from the left"},
       {2,
        [=](const Ieee754Data& data, std::size_t i) {
          return static_cast<std::uint32_t>(static_cast<std::int32_t>(data.inputs[1][i]) >>
                                            log2_of(data));
        }}},
  };
}

std::vector<Variant> variants_of_digits() {
  const auto magnitude = [](const Ieee754Data& data, std::size_t i) {
    const std::uint32_t a = data.inputs[0][i];
    return a >> 31 != 0 ? 0u - a : a;
  };
  return {
      {{cause::bits_not_digits, "the digits of a negative number are those of its bits",
        "-7 has the digits of 7, each with a minus: take the magnitude first, or divide as C does"},
       {0, [](const Ieee754Data& data,
              std::size_t i) { return digits(data.inputs[0][i], data.parameters.choice); }}},
      {{cause::sign_lost, "the sum of a negative number's digits is positive",
        "remainders of a negative number are negative, and so is their sum"},
       {0, [=](const Ieee754Data& data,
               std::size_t i) { return digits(magnitude(data, i), data.parameters.choice); }}},
  };
}

}  // namespace warplab
