// Counting and finding bits, and fields of bits: popc, clz, bfind, brev, fns, bfe, bfi, szext, bmsk
// (PTX ISA 9.0, sections 9.7.1.12 to 9.7.1.22).
#include "simt/exec/handlers/integer.h"
#include "simt/exec/handlers/lane_ops.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

template <class T>
constexpr uint32_t bits = 8 * sizeof(T);

constexpr uint32_t not_found = 0xffffffff;

template <class T>
constexpr uint32_t leading_zeros(T a) {
  if constexpr (sizeof(T) == 8) return a ? __builtin_clzll(a) : 64;
  return a ? __builtin_clz(static_cast<uint32_t>(a)) : 32;
}

// In fields of 2, 4, 8, ... bits. (g++ would make the usual product of the last steps one popcnt,
// which is no vector instruction.)
constexpr auto count_ones = [](auto a) -> uint32_t {
  using T = decltype(a);
  constexpr T all = static_cast<T>(~T{0});
  a -= a >> 1 & all / 3;
  a = (a & all / 5) + (a >> 2 & all / 5);
  a = (a + (a >> 4)) & all / 17;
  for (uint32_t width = 8; width < bits<T>; width *= 2) a += a >> width;
  return static_cast<uint32_t>(a & 0xff);
};
constexpr auto count_leading_zeros = [](auto a) { return leading_zeros(a); };

// The position of the most significant bit that is not a copy of the sign; counted from the left
// where `from_left`.
template <bool from_left>
constexpr auto find_highest = [](auto a) -> uint32_t {
  using T = decltype(a);
  const Word<T> word = a < 0 ? ~static_cast<Word<T>>(a) : static_cast<Word<T>>(a);
  if (word == 0) return not_found;
  const uint32_t left = leading_zeros(word);
  return from_left ? left : bits<T> - 1 - left;
};

constexpr auto reverse = [](auto a) {
  using T = decltype(a);
  constexpr T all = static_cast<T>(~T{0});
  a = (a >> 1 & all / 3) | (a & all / 3) << 1;
  a = (a >> 2 & all / 5) | (a & all / 5) << 2;
  a = (a >> 4 & all / 17) | (a & all / 17) << 4;
  if constexpr (sizeof(T) == 8) return static_cast<T>(__builtin_bswap64(a));
  return static_cast<T>(__builtin_bswap32(static_cast<uint32_t>(a)));
};

// The n-th set bit of the mask from bit `base` on, itself included: upwards for n > 0, downwards
// for n < 0; for n = 0 base itself, if it is set.
constexpr auto find_nth_set = [](uint32_t mask, uint32_t base, int32_t n) -> uint32_t {
  if (base > 31) return not_found;
  if (n == 0) return mask >> base & 1 ? base : not_found;
  const int step = n > 0 ? 1 : -1;
  int64_t left = n > 0 ? n : -int64_t{n};
  for (int i = static_cast<int>(base); i >= 0 && i < 32; i += step)
    if ((mask >> i & 1) && --left == 0) return static_cast<uint32_t>(i);
  return not_found;
};

// The lowest n bits, for n of 0 to the width and beyond.
template <class T>
constexpr T low_ones(uint32_t n) {
  return n >= bits<T> ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << (n & (bits<T> - 1))) - 1);
}

// Position and length are bytes. Where the field is cut off at the left, or empty, what is missing
// is zero or the sign: the field's highest bit.
constexpr auto extract_field = [](auto a, uint32_t position, uint32_t length) {
  using T = decltype(a);
  using U = Word<T>;
  position &= 0xff;
  length &= 0xff;
  const auto word = static_cast<U>(a);
  const U shifted = position < bits<T> ? word >> (position & (bits<T> - 1)) : U{0};
  const uint32_t below = position < bits<T> ? bits<T> - position : 0;  // bits that there are
  const U mask = low_ones<U>(length < below ? length : below);
  if constexpr (std::is_unsigned_v<T>) return static_cast<T>(shifted & mask);
  uint32_t highest = position + length - 1;
  highest = highest < bits<T> ? highest : bits<T> - 1;
  const bool sign = length != 0 && (word >> (highest & (bits<T> - 1)) & 1);
  return static_cast<T>((shifted & mask) | (sign ? static_cast<U>(~mask) : U{0}));
};

// d = b with the lowest bits of a at a position: sources a, b, position (op->c), length (op->e).
template <class T>
const Op* insert_field(Warp& warp, const Op* op) {
  const T* a = warp.reg<T>(op->a);
  const T* b = warp.reg<T>(op->b);
  const uint32_t* positions = warp.reg<uint32_t>(op->c);
  const uint32_t* lengths = warp.reg<uint32_t>(op->e);
  write_lanes(warp, warp.reg<T>(op->d), [=](int l) {
    const uint32_t position = positions[l] & 0xff;
    const uint32_t shift = position & (bits<T> - 1);
    const T mask = position < bits<T> ? low_ones<T>(lengths[l] & 0xff) << shift : T{0};
    return (b[l] & ~mask) | (a[l] << shift & mask);
  });
  return next(warp, op);
}

// The lowest n bits of a, with the sign of what they are in two's complement where T is signed.
template <class T, bool clamps>
constexpr auto extend = [](uint32_t a, uint32_t n) -> uint32_t {
  if (clamps && n >= 32) return a;
  n &= 31;
  const uint32_t mask = low_ones<uint32_t>(n);
  const bool sign = std::is_signed_v<T> && n != 0 && (a >> ((n - 1) & 31) & 1);
  return (a & mask) | (sign ? ~mask : 0);
};

// n ones from bit `position` on.
template <bool clamps>
constexpr auto make_mask = [](uint32_t position, uint32_t n) -> uint32_t {
  if (clamps && position >= 32) return 0;
  if (!clamps) n &= 31;
  return low_ones<uint32_t>(n) << (position & 31);
};

template <auto f, class R = uint32_t>
Handler of_width(Type type) {
  return ptx::size_of(type) == 8 ? Handler{lanes<f, R, uint64_t>} : Handler{lanes<f, R, uint32_t>};
}

template <auto f>
Handler of_integer(Type type) {
  return choose_integer(type, [](auto t) -> Handler { return lanes<f, uint32_t, decltype(t)>; });
}

bool emit_insert(Emitter& emitter) {
  const Type type = emitter.instruction().type();
  const uint32_t d = value_slot(emitter, 0, type);
  const uint32_t a = value_slot(emitter, 1, type);
  const uint32_t b = value_slot(emitter, 2, type);
  const uint32_t position = value_slot(emitter, 3, Type::u32);
  const uint32_t length = value_slot(emitter, 4, Type::u32);
  Op& op = emitter.emit(ptx::size_of(type) == 8 ? insert_field<uint64_t> : insert_field<uint32_t>);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = position;
  op.e = length;
  return true;
}

template <auto f>
constexpr Handler of_words = lanes<f, uint32_t, uint32_t, uint32_t>;

}  // namespace

bool emit_bit_search(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  switch (instruction.opcode) {
    case Opcode::popc:
      return emit_lanes(emitter, of_width<count_ones>(type), Type::u32, type);
    case Opcode::clz:
      return emit_lanes(emitter, of_width<count_leading_zeros>(type), Type::u32, type);
    case Opcode::bfind:
      return emit_lanes(emitter,
                        instruction.has(Modifier::shiftamt) ? of_integer<find_highest<true>>(type)
                                                            : of_integer<find_highest<false>>(type),
                        Type::u32, type);
    case Opcode::brev:
      return emit_lanes(emitter, unary_of_width<reverse>(type), type, type);
    case Opcode::fns:
      return emit_lanes(emitter, lanes<find_nth_set, uint32_t, uint32_t, uint32_t, int32_t>,
                        Type::b32, Type::b32, Type::b32, Type::s32);
    default:
      return false;
  }
}

bool emit_bit_field(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  const Type type = instruction.type();
  const bool clamps = instruction.has(Modifier::clamp);
  switch (instruction.opcode) {
    case Opcode::bfe:
      return emit_lanes(emitter,
                        choose_integer(type,
                                       [](auto t) -> Handler {
                                         using T = decltype(t);
                                         return lanes<extract_field, T, T, uint32_t, uint32_t>;
                                       }),
                        type, type, Type::u32, Type::u32);
    case Opcode::bfi:
      return emit_insert(emitter);
    case Opcode::szext: {
      const Handler run =
          ptx::is_signed(type)
              ? (clamps ? of_words<extend<int32_t, true>> : of_words<extend<int32_t, false>>)
              : (clamps ? of_words<extend<uint32_t, true>> : of_words<extend<uint32_t, false>>);
      return emit_lanes(emitter, run, type, type, Type::u32);
    }
    case Opcode::bmsk:
      return emit_lanes(emitter, clamps ? of_words<make_mask<true>> : of_words<make_mask<false>>,
                        Type::b32, Type::u32, Type::u32);
    default:
      return false;
  }
}

}  // namespace simt::exec::SIMT_ISA
