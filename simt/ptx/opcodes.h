// What opcodes.def, modifiers.def and special_registers.def say, by enumerator and by spelling.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "simt/ptx/program.h"

namespace simt::ptx {

enum class Status : uint8_t { full, partial, none };

// A row of opcodes.def.
struct OpcodeInfo {
  std::string_view name;
  Status status;
  uint8_t min_operands, max_operands;
  std::string_view words;  // modifiers, spaces and vector lengths that are legal
  std::string_view types;  // covered, for the documentation
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

// Whether the row of the opcode lists the modifier, space or vector length.
bool is_legal(Opcode opcode, std::string_view spelling);

}  // namespace simt::ptx
