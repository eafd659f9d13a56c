// What may stand in each place of an instruction, as the column `operands` of opcodes.def says it.
//
// One form or several, `form; form`, of which the first that fits the modifiers counts. A form is
// `modifier modifier: slot slot slot`: it fits an instruction that has one of the modifiers, and
// each where none is named. A slot is one of these letters, or several with `/` between them; with
// `?` it may be left out, from the right.
//   d   a register to write, or _
//   dd  d|d
//   dv  {d, d, ...}
//   s   a value: register, special register, number, or a variable or function (its address)
//   sv  {s, s, ...}
//   p   as s, and !predicate too
//   a   an address in brackets
//   n   an integer
//   t   the name of .branchtargets
// The form `*` takes anything: the decoder refuses the instruction, or the parser knows more.
//
// Whether registers have the right size is the decoder's matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// The letters above; a slot's kinds are a sum of them.
enum OperandKind : uint16_t {
  writable = 1,
  writable_pair = 2,
  writable_vector = 4,
  readable = 8,
  readable_vector = 16,
  condition = 32,
  in_brackets = 64,
  integer = 128,
  target_table = 256,
};

struct OperandSlot {
  uint16_t kinds = 0;
  bool optional = false;
};

struct OperandForm {
  std::vector<Modifier> modifiers;  // one of them is needed; none: fits all
  std::vector<OperandSlot> slots;
  bool anything = false;
};

// The forms of an opcode, made once. Throws std::logic_error where the table is malformed.
const std::vector<OperandForm>& operand_forms_of(Opcode opcode);
// The one that counts for an instruction's modifiers.
const OperandForm& operand_form_of(const Instruction& instruction);

// Whether the first operand is what the instruction writes.
bool has_destination(const Instruction& instruction);

struct OperandError {
  Place place;
  std::string message;
};

// What is wrong with the operands of an instruction; nothing where they have its form.
std::optional<OperandError> find_operand_error(const Instruction& instruction);

}  // namespace simt::ptx
