// What opcodes.def, modifiers.def and special_registers.def say, by enumerator and by spelling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "simt/ptx/program.h"
#include "simt/ptx/types.h"

namespace simt::ptx {

// What the columns of opcodes.def may say; its head explains the values.
enum class Status : uint8_t { full, partial, none };
enum class Cost : uint8_t {
  none,
  free,
  alu,
  logic,
  sum,
  fma,
  compare,
  sign,
  product,
  mul24,
  dot,
  quotient,
  special,
  unscaled,
  bits,
  convert,
  load,
  memory,
  shuffle,
  match,
  matrix,
  fence,
  branch,
  call
};
enum class Uniform : uint8_t { none, same, space, varies };
enum class Access : uint8_t { none, hint, load, store, atomic, reduce, copy, matrix, barrier };
enum class Control : uint8_t { none, lanes, warp, call, jump, leave };

// A row of opcodes.def.
struct OpcodeInfo {
  std::string_view name;
  Status status;
  Cost cost;
  Uniform uniform;
  Access access;
  Control control;
  std::string_view operands;  // see operand_forms.h
  std::string_view words;     // modifiers, spaces and vector lengths that are legal
  std::string_view types;     // covered ones
  std::string_view note;
};

const OpcodeInfo& info_of(Opcode opcode);
size_t opcode_count();
size_t special_register_count();

// What follows a dot in an instruction. shared::cta is both a space and a modifier.
struct Word {
  Type type = Type::none;
  Space space = Space::generic;
  uint8_t vector = 1;
  Modifier modifier = Modifier::count;
};

// Null where nothing is spelt so. A word that can follow no instruction (.reg) is no Word.
std::optional<Opcode> find_opcode(std::string_view spelling);
std::optional<Word> find_word(std::string_view spelling);
std::optional<SpecialRegister> find_special_register(std::string_view spelling);

// Whether a warp goes on elsewhere than at the next instruction: bra, brx, ret, exit.
bool is_jump(Opcode opcode);

// Whether the row of the opcode lists the modifier, space or vector length.
bool is_legal(Opcode opcode, std::string_view spelling);
// Whether the row lists the type among those that simt covers, or lists none at all.
bool is_covered(Opcode opcode, Type type);

}  // namespace simt::ptx
