// After the Intel SDM, volume 2, chapter 2: prefixes, VEX and EVEX, ModR/M and SIB.
#include "autograder/worker/vector_operand.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace warplab {
namespace {

// What comes before the opcode, in one form for legacy prefixes, VEX and EVEX.
struct Prefixes {
  int map = 0;      // 1: 0f, 2: 0f 38, 3: 0f 3a
  int packing = 0;  // 0: none, 1: 66, 2: f3, 3: f2
  int vector_bytes = 16;
  bool is_evex = false;
  bool is_broadcast = false;               // one element for all lanes
  bool is_wide = false;                    // W: elements of 8 bytes
  unsigned base_high = 0, index_high = 0;  // the fourth bit of a register's number
};

void read_legacy(const unsigned char*& code, Prefixes& prefixes) {
  for (;; ++code) {
    if (*code == 0x66 && prefixes.packing == 0)
      prefixes.packing = 1;
    else if (*code == 0xf3)
      prefixes.packing = 2;
    else if (*code == 0xf2)
      prefixes.packing = 3;
    else if (*code != 0x66)
      break;
  }
  if ((*code & 0xf0) == 0x40) {  // REX
    prefixes.is_wide = (*code & 8) != 0;
    prefixes.index_high = (*code >> 1) & 1;
    prefixes.base_high = *code & 1;
    ++code;
  }
  if (*code != 0x0f) return;
  prefixes.map = code[1] == 0x38 ? 2 : code[1] == 0x3a ? 3 : 1;
  code += prefixes.map == 1 ? 1 : 2;
}

void read_prefixes(const unsigned char*& code, Prefixes& prefixes) {
  switch (*code) {
    case 0xc5:  // VEX of two bytes
      prefixes.map = 1;
      prefixes.packing = code[1] & 3;
      prefixes.vector_bytes = (code[1] & 4) != 0 ? 32 : 16;
      code += 2;
      return;
    case 0xc4:  // VEX of three
      prefixes.map = code[1] & 31;
      prefixes.index_high = (~code[1] >> 6) & 1;
      prefixes.base_high = (~code[1] >> 5) & 1;
      prefixes.packing = code[2] & 3;
      prefixes.vector_bytes = (code[2] & 4) != 0 ? 32 : 16;
      prefixes.is_wide = (code[2] & 128) != 0;
      code += 3;
      return;
    case 0x62:  // EVEX
      prefixes.is_evex = true;
      prefixes.map = code[1] & 7;
      prefixes.index_high = (~code[1] >> 6) & 1;
      prefixes.base_high = (~code[1] >> 5) & 1;
      prefixes.packing = code[2] & 3;
      prefixes.is_wide = (code[2] & 128) != 0;
      prefixes.is_broadcast = (code[3] & 16) != 0;
      prefixes.vector_bytes = 16 << ((code[3] >> 5) & 3);
      code += 4;
      return;
    default:
      read_legacy(code, prefixes);
  }
}

// How many bytes of memory an opcode takes; 0 for one that is not known here.
int bytes_of(int opcode, const Prefixes& prefixes) {
  constexpr int whole[] = {0x28, 0x29, 0x2b, 0x6f, 0x7f, 0xe7};
  constexpr int by_prefix[] = {0x10, 0x11, 0x51, 0x58, 0x59, 0x5c, 0x5d, 0x5e, 0x5f, 0xc2};
  constexpr int packed[] = {0x14, 0x15, 0x54, 0x55, 0x56, 0x57, 0x5b, 0xc6};
  constexpr int fused[] = {0x98, 0xa8, 0xb8};  // of map 2
  const auto is_one_of = [opcode](const auto& set) {
    return std::find(std::begin(set), std::end(set), opcode) != std::end(set);
  };
  const int element = prefixes.is_wide ? 8 : 4;
  if (prefixes.map == 2 && is_one_of(fused))
    return prefixes.is_broadcast ? element : prefixes.vector_bytes;
  if (prefixes.map != 1) return 0;
  if (is_one_of(by_prefix) && prefixes.packing >= 2) return prefixes.packing == 2 ? 4 : 8;
  if (is_one_of(whole)) return prefixes.vector_bytes;
  if (is_one_of(by_prefix) || is_one_of(packed))
    return prefixes.is_broadcast ? element : prefixes.vector_bytes;
  const bool is_of_integers = (opcode >= 0x60 && opcode <= 0x76) || opcode >= 0xd0;
  return prefixes.packing == 1 && is_of_integers ? prefixes.vector_bytes : 0;
}

std::int32_t read_int(const unsigned char* bytes) {
  std::int32_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

std::optional<VectorOperand> vector_operand(const unsigned char* code, std::uint64_t address,
                                            std::span<const std::uint64_t, 16> registers) {
  const unsigned char* const begin = code;
  Prefixes prefixes;
  read_prefixes(code, prefixes);
  const int opcode = *code++;
  const int bytes = bytes_of(opcode, prefixes);
  const int mode = *code >> 6;
  if (bytes == 0 || mode == 3) return std::nullopt;
  VectorOperand operand{
      0, bytes,
      opcode == 0x11 || opcode == 0x29 || opcode == 0x2b || opcode == 0x7f || opcode == 0xe7};
  unsigned base = *code & 7u;
  ++code;
  const bool is_relative = mode == 0 && base == 5;  // to the next instruction
  bool has_base = !is_relative;
  if (base == 4) {
    const unsigned index = ((*code >> 3) & 7u) + 8 * prefixes.index_high;
    if (index != 4) operand.address += registers[index] << (*code >> 6);
    base = *code & 7u;
    has_base = mode != 0 || base != 5;
    ++code;
  }
  if (has_base) operand.address += registers[base + 8 * prefixes.base_high];
  if (mode == 1) {
    const int scale = prefixes.is_evex ? bytes : 1;
    operand.address += static_cast<std::uint64_t>(static_cast<signed char>(*code) * scale);
  } else if (mode == 2 || !has_base) {
    operand.address += static_cast<std::uint64_t>(std::int64_t{read_int(code)});
    code += 4;
  }
  const int immediate = opcode == 0xc2 || opcode == 0xc6 ? 1 : 0;
  if (is_relative)
    operand.address += address + static_cast<std::uint64_t>(code - begin + immediate);
  return operand;
}

}  // namespace warplab
