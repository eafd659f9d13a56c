// Shifts: shl, shr, shf (PTX ISA 9.0, section 9.7.8). Amounts are unsigned, and beyond the width
// every bit has been shifted out.
#include "simt/exec/handlers/integer.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

template <class T>
constexpr uint32_t bits = 8 * sizeof(T);

constexpr auto shift_left = [](auto a, uint32_t amount) {
  using T = decltype(a);
  return amount < bits<T> ? static_cast<T>(Word<T>{a} << (amount & (bits<T> - 1))) : T{0};
};

constexpr auto shift_right = [](auto a, uint32_t amount) {
  using T = decltype(a);
  if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(a >> (amount < bits<T> ? amount : bits<T> - 1));
  } else {
    return amount < bits<T> ? static_cast<T>(a >> (amount & (bits<T> - 1))) : T{0};
  }
};

// The high word of {b, a} shifted left, and the low word of it shifted right, by up to 32.
constexpr auto funnel_left = [](uint32_t a, uint32_t b, uint32_t amount) {
  return shift_left(b, amount) | shift_right(a, 32 - amount);
};
constexpr auto funnel_right = [](uint32_t a, uint32_t b, uint32_t amount) {
  return shift_right(a, amount) | shift_left(b, 32 - amount);
};
constexpr auto clamp = [](uint32_t amount) { return amount < 32 ? amount : 32; };

constexpr auto funnel_left_clamp = [](uint32_t a, uint32_t b, uint32_t c) {
  return funnel_left(a, b, clamp(c));
};
constexpr auto funnel_left_wrap = [](uint32_t a, uint32_t b, uint32_t c) {
  return funnel_left(a, b, c & 31);
};
constexpr auto funnel_right_clamp = [](uint32_t a, uint32_t b, uint32_t c) {
  return funnel_right(a, b, clamp(c));
};
constexpr auto funnel_right_wrap = [](uint32_t a, uint32_t b, uint32_t c) {
  return funnel_right(a, b, c & 31);
};

Handler left_of(Type type) {
  return choose_width(type, [](auto t) -> Handler {
    return lanes<shift_left, decltype(t), decltype(t), uint32_t>;
  });
}

Handler right_of(Type type) {
  return choose_integer(type, [](auto t) -> Handler {
    return lanes<shift_right, decltype(t), decltype(t), uint32_t>;
  });
}

template <auto f>
constexpr Handler funnel = lanes<f, uint32_t, uint32_t, uint32_t, uint32_t>;

}  // namespace

bool emit_shift(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  switch (instruction.opcode) {
    case Opcode::shl:
      return emit_lanes(emitter, left_of(type), type, type, Type::u32);
    case Opcode::shr:
      return emit_lanes(emitter, right_of(type), type, type, Type::u32);
    case Opcode::shf: {
      const bool clamps = instruction.has(Modifier::clamp);
      const Handler run = instruction.has(Modifier::l)
                              ? (clamps ? funnel<funnel_left_clamp> : funnel<funnel_left_wrap>)
                              : (clamps ? funnel<funnel_right_clamp> : funnel<funnel_right_wrap>);
      return emit_lanes(emitter, run, Type::b32, Type::b32, Type::b32, Type::u32);
    }
    default:
      return false;
  }
}

}  // namespace simt::exec::SIMT_ISA
