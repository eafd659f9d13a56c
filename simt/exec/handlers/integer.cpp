// Integer arithmetic of one result a source: add, sub, div, rem, abs, neg, min, max, sad
// (PTX ISA 9.0, section 9.7.1); the other integer instructions are in integer_*.cpp.
#include "simt/exec/handlers/integer.h"

#include <limits>

#include "simt/exec/handlers/handler_set.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

constexpr auto add = [](auto a, auto b) { return a + b; };
constexpr auto subtract = [](auto a, auto b) { return a - b; };
constexpr auto negate = [](auto a) { return decltype(a){0} - a; };
constexpr auto minimum = [](auto a, auto b) { return a < b ? a : b; };
constexpr auto maximum = [](auto a, auto b) { return a < b ? b : a; };

constexpr auto absolute = [](auto a) {
  using Unsigned = std::make_unsigned_t<decltype(a)>;
  return a < 0 ? Unsigned{0} - static_cast<Unsigned>(a) : static_cast<Unsigned>(a);
};

constexpr auto absolute_difference_and_add = [](auto a, auto b, auto c) {
  const auto difference = a < b ? to_word(b) - to_word(a) : to_word(a) - to_word(b);
  return to_word(c) + difference;
};

// The nearest s32 to a sum that may have overflowed: signed overflow shows in the signs.
constexpr int32_t saturate(uint32_t result, bool overflow, bool negative) {
  const uint32_t limit = 0x7fffffffu + (negative ? 1 : 0);
  return static_cast<int32_t>(overflow ? limit : result);
}
constexpr auto add_saturating = [](uint32_t a, uint32_t b) {
  const uint32_t sum = a + b;
  return saturate(sum, ((a ^ sum) & (b ^ sum)) >> 31, a >> 31);
};
constexpr auto subtract_saturating = [](uint32_t a, uint32_t b) {
  const uint32_t difference = a - b;
  return saturate(difference, ((a ^ b) & (a ^ difference)) >> 31, a >> 31);
};

constexpr auto minimum_relu = [](int32_t a, int32_t b) { return maximum(minimum(a, b), 0); };
constexpr auto maximum_relu = [](int32_t a, int32_t b) { return maximum(maximum(a, b), 0); };

// Division of up to 32 bits goes through double, which holds every quotient's integer part exactly
// and divides in vectors.
uint32_t divide_words(uint32_t a, uint32_t b) {
  const auto widen = [](uint32_t x) {
    return static_cast<double>(static_cast<int32_t>(x ^ 0x80000000)) + 2147483648.0;
  };
  const double quotient = widen(a) / widen(b);
  return quotient < 2147483648.0
             ? static_cast<uint32_t>(static_cast<int32_t>(quotient))
             : static_cast<uint32_t>(static_cast<int32_t>(quotient - 2147483648.0)) ^ 0x80000000;
}

// PTX leaves division by zero open. Here it gives what the hardware gives: all bits set, for
// remainders too. The most negative number divided by -1 is itself, the remainder 0.
constexpr auto divide = [](auto a, auto b) {
  using T = decltype(a);
  using Wide = Word<T>;
  if constexpr (sizeof(T) == 8) {
    if (b == 0) return static_cast<T>(-1);
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return static_cast<T>(Wide{0} - Wide(a));
    return static_cast<T>(a / b);
  } else {
    const bool negative = (a < 0) != (b < 0);
    const Wide x = a < 0 ? Wide{0} - static_cast<Wide>(a) : static_cast<Wide>(a);
    const Wide y = b < 0 ? Wide{0} - static_cast<Wide>(b) : static_cast<Wide>(b);
    const Wide quotient = divide_words(x, b == 0 ? 1 : y);
    const Wide result = negative ? Wide{0} - quotient : quotient;
    return static_cast<T>(b == 0 ? ~Wide{0} : result);
  }
};
constexpr auto remainder = [](auto a, auto b) {
  using Wide = Word<decltype(a)>;
  const Wide product = static_cast<Wide>(divide(a, b)) * static_cast<Wide>(b);
  return static_cast<decltype(a)>(b == 0 ? ~Wide{0} : static_cast<Wide>(a) - product);
};

Handler add_or_subtract(Emitter& emitter, bool adds, Type type) {
  if (!emitter.instruction().has(Modifier::sat))
    return adds ? binary_of_width<add>(type) : binary_of_width<subtract>(type);
  if (type != Type::s32) emitter.unsupported("with .sat and a type other than .s32");
  return adds ? lanes<add_saturating, int32_t, uint32_t, uint32_t>
              : lanes<subtract_saturating, int32_t, uint32_t, uint32_t>;
}

Handler least_or_greatest(Emitter& emitter, bool least, Type type) {
  if (emitter.instruction().operands.size() != 3) emitter.unsupported("of three sources");
  if (!emitter.instruction().has(Modifier::relu))
    return least ? binary_of_integer<minimum>(type) : binary_of_integer<maximum>(type);
  if (type != Type::s32) emitter.unsupported("with .relu and a type other than .s32");
  return least ? lanes<minimum_relu, int32_t, int32_t, int32_t>
               : lanes<maximum_relu, int32_t, int32_t, int32_t>;
}

Handler absolute_of(Type type) {
  return choose_integer(
      type, [](auto t) -> Handler { return lanes<absolute, decltype(t), decltype(t)>; });
}

Handler absolute_difference_of(Type type) {
  return choose_integer(type, [](auto t) -> Handler {
    using T = decltype(t);
    return lanes<absolute_difference_and_add, T, T, T, T>;
  });
}

bool emit_arithmetic(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  switch (instruction.opcode) {
    case Opcode::add:
    case Opcode::sub:
      return emit_lanes(emitter, add_or_subtract(emitter, instruction.opcode == Opcode::add, type),
                        type, type, type);
    case Opcode::min:
    case Opcode::max:
      return emit_lanes(emitter,
                        least_or_greatest(emitter, instruction.opcode == Opcode::min, type), type,
                        type, type);
    case Opcode::div:
      return emit_lanes(emitter, binary_of_integer<divide>(type), type, type, type);
    case Opcode::rem:
      return emit_lanes(emitter, binary_of_integer<remainder>(type), type, type, type);
    case Opcode::sad:
      return emit_lanes(emitter, absolute_difference_of(type), type, type, type, type);
    case Opcode::abs:
      return emit_lanes(emitter, absolute_of(type), type, type);
    case Opcode::neg:
      return emit_lanes(emitter, unary_of_width<negate>(type), type, type);
    default:
      return false;
  }
}

}  // namespace

bool emit_integer(Emitter& emitter) {
  const Type type = emitter.instruction().type();
  if (type == Type::pred || ptx::is_float(type)) return false;
  return emit_carry(emitter) || emit_multiply(emitter) || emit_logic(emitter) ||
         emit_shift(emitter) || emit_bit_search(emitter) || emit_bit_field(emitter) ||
         emit_arithmetic(emitter);
}

}  // namespace simt::exec::SIMT_ISA
