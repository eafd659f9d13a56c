// Products: mul, mad, mul24, mad24, dp4a, dp2a (PTX ISA 9.0, sections 9.7.1.3 to 9.7.1.6 and
// 9.7.1.23 to 9.7.1.24).
#include "simt/exec/handlers/integer.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

// The integer type of twice the size and the same sign.
template <class T>
struct Twice;
template <>
struct Twice<uint16_t> {
  using type = uint32_t;
};
template <>
struct Twice<int16_t> {
  using type = int32_t;
};
template <>
struct Twice<uint32_t> {
  using type = uint64_t;
};
template <>
struct Twice<int32_t> {
  using type = int64_t;
};

constexpr auto low = [](auto a, auto b) { return to_word(a) * to_word(b); };

constexpr auto wide = [](auto a, auto b) {
  using Product = typename Twice<decltype(a)>::type;
  return static_cast<Product>(a) * static_cast<Product>(b);
};

constexpr auto high = [](auto a, auto b) {
  using T = decltype(a);
  if constexpr (sizeof(T) == 8) {
    using Product = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((static_cast<Product>(a) * b) >> 64);
  } else if constexpr (std::is_same_v<T, uint16_t>) {
    return static_cast<T>((uint32_t{a} * b) >> 16);  // as int the product could overflow
  } else {
    return static_cast<T>(wide(a, b) >> (8 * sizeof(T)));
  }
};

constexpr auto low_add = [](auto a, auto b, auto c) { return low(a, b) + to_word(c); };
constexpr auto high_add = [](auto a, auto b, auto c) { return to_word(high(a, b)) + to_word(c); };
constexpr auto wide_add = [](auto a, auto b, auto c) { return to_word(wide(a, b)) + to_word(c); };

constexpr int32_t saturate(int64_t value) {
  constexpr int64_t least = INT32_MIN, greatest = INT32_MAX;
  return static_cast<int32_t>(value < least ? least : value > greatest ? greatest : value);
}
constexpr auto high_add_saturating = [](int32_t a, int32_t b, int32_t c) {
  return saturate(int64_t{high(a, b)} + c);
};

// The 24 low bits with their sign.
constexpr int32_t low24(int32_t a) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) << 8) >> 8;
}
constexpr uint32_t low24(uint32_t a) { return a & 0xffffff; }

// .hi is bits 47 to 16 of the product of 48 bits.
constexpr auto low_of_24 = [](auto a, auto b) { return to_word(low24(a)) * to_word(low24(b)); };
constexpr auto high_of_24 = [](auto a, auto b) {
  return static_cast<decltype(a)>(wide(low24(a), low24(b)) >> 16);
};
constexpr auto low_of_24_add = [](auto a, auto b, auto c) { return low_of_24(a, b) + to_word(c); };
constexpr auto high_of_24_add = [](auto a, auto b, auto c) {
  return to_word(high_of_24(a, b)) + to_word(c);
};
constexpr auto high_of_24_add_saturating = [](int32_t a, int32_t b, int32_t c) {
  return saturate(int64_t{high_of_24(a, b)} + c);
};

// Part `index` of a word, as wide as Part.
template <class Part>
constexpr uint32_t part(uint32_t word, int index) {
  const auto value = static_cast<Part>(word >> (8 * sizeof(Part) * index));
  return static_cast<uint32_t>(static_cast<int32_t>(value));
}

// c plus the products of the `count` parts of a with the bytes of b from byte `first` on.
template <class A, class B, int first>
constexpr auto dot = [](uint32_t a, uint32_t b, uint32_t c) {
  for (int i = 0; i < static_cast<int>(4 / sizeof(A)); ++i)
    c += part<A>(a, i) * part<B>(b, first + i);
  return c;
};

template <class Wide8, class Wide16, class B>
Handler dot_of(bool four, bool upper) {
  if (four) return lanes<dot<Wide8, B, 0>, uint32_t, uint32_t, uint32_t, uint32_t>;
  return upper ? lanes<dot<Wide16, B, 2>, uint32_t, uint32_t, uint32_t, uint32_t>
               : lanes<dot<Wide16, B, 0>, uint32_t, uint32_t, uint32_t, uint32_t>;
}

bool emit_dot(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const bool four = instruction.opcode == Opcode::dp4a;
  const bool upper = instruction.has(Modifier::hi);
  const Type a = instruction.type();
  const Type b = instruction.types.size() > 1 ? instruction.types[1] : a;
  Handler run;
  if (ptx::is_signed(a)) {
    run = ptx::is_signed(b) ? dot_of<int8_t, int16_t, int8_t>(four, upper)
                            : dot_of<int8_t, int16_t, uint8_t>(four, upper);
  } else {
    run = ptx::is_signed(b) ? dot_of<uint8_t, uint16_t, int8_t>(four, upper)
                            : dot_of<uint8_t, uint16_t, uint8_t>(four, upper);
  }
  const Type result = ptx::is_signed(a) || ptx::is_signed(b) ? Type::s32 : Type::u32;
  return emit_lanes(emitter, run, result, a, b, result);
}

// lanes<two, ...> without the addend, lanes<three, ...> with it.
template <auto two, auto three, class R, class T>
Handler with_addend(bool adds) {
  return adds ? Handler{lanes<three, R, T, T, R>} : Handler{lanes<two, R, T, T>};
}

bool emit_product(Emitter& emitter, Handler run, bool adds, Type source, Type result) {
  return adds ? emit_lanes(emitter, run, result, source, source, result)
              : emit_lanes(emitter, run, result, source, source);
}

bool emit_24(Emitter& emitter, bool adds) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  Handler run;
  if (!instruction.has(Modifier::hi)) {
    run = with_addend<low_of_24, low_of_24_add, uint32_t, uint32_t>(adds);
    if (ptx::is_signed(type)) run = with_addend<low_of_24, low_of_24_add, int32_t, int32_t>(adds);
  } else if (instruction.has(Modifier::sat)) {
    if (type != Type::s32) emitter.unsupported("with .sat and a type other than .s32");
    run = lanes<high_of_24_add_saturating, int32_t, int32_t, int32_t, int32_t>;
  } else {
    run = with_addend<high_of_24, high_of_24_add, uint32_t, uint32_t>(adds);
    if (ptx::is_signed(type)) run = with_addend<high_of_24, high_of_24_add, int32_t, int32_t>(adds);
  }
  return emit_product(emitter, run, adds, type, type);
}

Type twice(Type type) {
  switch (type) {
    case Type::s16:
      return Type::s32;
    case Type::u16:
      return Type::u32;
    case Type::s32:
      return Type::s64;
    default:
      return Type::u64;
  }
}

bool emit_wide(Emitter& emitter, bool adds, Type type) {
  Handler run = nullptr;
  switch (type) {
    case Type::s16:
      run = with_addend<wide, wide_add, int32_t, int16_t>(adds);
      break;
    case Type::u16:
      run = with_addend<wide, wide_add, uint32_t, uint16_t>(adds);
      break;
    case Type::s32:
      run = with_addend<wide, wide_add, int64_t, int32_t>(adds);
      break;
    case Type::u32:
      run = with_addend<wide, wide_add, uint64_t, uint32_t>(adds);
      break;
    default:
      emitter.unsupported("with .wide and a type of 64 bits");
  }
  return emit_product(emitter, run, adds, type, twice(type));
}

}  // namespace

bool emit_multiply(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  bool adds = false;
  switch (instruction.opcode) {
    case Opcode::dp4a:
    case Opcode::dp2a:
      return emit_dot(emitter);
    case Opcode::mul24:
    case Opcode::mad24:
      return emit_24(emitter, instruction.opcode == Opcode::mad24);
    case Opcode::mul:
      break;
    case Opcode::mad:
      adds = true;
      break;
    default:
      return false;
  }
  if (instruction.has(Modifier::wide)) return emit_wide(emitter, adds, type);
  Handler run;
  if (instruction.has(Modifier::sat)) {
    if (type != Type::s32 || !instruction.has(Modifier::hi) || !adds)
      emitter.unsupported("with .sat other than mad.hi.sat.s32");
    run = lanes<high_add_saturating, int32_t, int32_t, int32_t, int32_t>;
  } else if (instruction.has(Modifier::hi)) {
    run = choose_integer(
        type, [&](auto t) { return with_addend<high, high_add, decltype(t), decltype(t)>(adds); });
  } else {
    run = choose_width(
        type, [&](auto t) { return with_addend<low, low_add, decltype(t), decltype(t)>(adds); });
  }
  return emit_product(emitter, run, adds, type, type);
}

}  // namespace simt::exec::SIMT_ISA
