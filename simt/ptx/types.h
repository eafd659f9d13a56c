// The scalar types and state spaces of PTX (PTX ISA 9.0, sections 5.1 and 5.2).
#pragma once

#include <cstdint>
#include <string_view>

namespace simt::ptx {

enum class Type : uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  tf32,
  f32,
  f64,
};

enum class Space : uint8_t { generic, reg, sreg, constant, global, local, param, shared };

// Bytes of one value; pred and none are 0.
constexpr uint32_t size_of(Type type) {
  switch (type) {
    case Type::b8:
    case Type::u8:
    case Type::s8:
      return 1;
    case Type::b16:
    case Type::u16:
    case Type::s16:
    case Type::f16:
    case Type::bf16:
      return 2;
    case Type::b32:
    case Type::u32:
    case Type::s32:
    case Type::f16x2:
    case Type::bf16x2:
    case Type::tf32:
    case Type::f32:
      return 4;
    case Type::b64:
    case Type::u64:
    case Type::s64:
    case Type::f64:
      return 8;
    case Type::b128:
      return 16;
    case Type::none:
    case Type::pred:
      return 0;
  }
  return 0;
}

constexpr bool is_signed(Type type) {
  return type == Type::s8 || type == Type::s16 || type == Type::s32 || type == Type::s64;
}

constexpr bool is_float(Type type) { return type >= Type::f16; }

// "u32" without the dot.
std::string_view name_of(Type type);
std::string_view name_of(Space space);

}  // namespace simt::ptx
