#include "simt/ptx/operand_forms.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "simt/ptx/opcodes.h"

namespace simt::ptx {
namespace {

struct KindName {
  const char* letters;
  OperandKind kind;
  const char* text;
};

constexpr KindName kind_names[] = {
    {"d", writable, "a register or '_'"},
    {"dd", writable_pair, "a pair of registers (a|b)"},
    {"dv", writable_vector, "registers in braces"},
    {"s", readable, "a value"},
    {"sv", readable_vector, "values in braces"},
    {"p", condition, "a value or a predicate"},
    {"a", in_brackets, "an address in brackets"},
    {"n", integer, "an integer"},
    {"t", target_table, "the name of .branchtargets"},
};

uint16_t kind_of(const std::string& letters) {
  for (const KindName& name : kind_names)
    if (letters == name.letters) return name.kind;
  throw std::logic_error("opcodes.def: unknown operand '" + letters + "'");
}

OperandSlot slot_of(std::string text) {
  OperandSlot slot;
  slot.optional = text.ends_with('?');
  if (slot.optional) text.pop_back();
  std::istringstream alternatives(text);
  for (std::string letters; std::getline(alternatives, letters, '/');)
    slot.kinds |= kind_of(letters);
  return slot;
}

Modifier modifier_of(const std::string& spelling) {
  const std::optional<Word> word = find_word(spelling);
  if (!word || word->modifier == Modifier::count)
    throw std::logic_error("opcodes.def: unknown modifier '" + spelling + "' of operands");
  return word->modifier;
}

OperandForm form_of(const std::string& text) {
  OperandForm form;
  const size_t colon = text.find(": ") != text.npos ? text.find(": ")
                       : text.ends_with(':')        ? text.size() - 1
                                                    : text.npos;
  if (colon != text.npos) {
    std::istringstream words(text.substr(0, colon));
    for (std::string word; words >> word;) form.modifiers.push_back(modifier_of(word));
  }
  std::istringstream slots(colon == text.npos ? text : text.substr(colon + 1));
  for (std::string slot; slots >> slot;) {
    form.anything |= slot == "*";
    if (slot != "*") form.slots.push_back(slot_of(slot));
  }
  return form;
}

std::vector<OperandForm> forms_of(std::string_view text) {
  std::vector<OperandForm> forms;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(';', begin), text.size());
    forms.push_back(form_of(std::string(text.substr(begin, end - begin))));
    begin = end + 1;
  }
  return forms;
}

bool is_writable(const Operand& operand) {
  return operand.kind == Operand::Kind::sink ||
         (operand.kind == Operand::Kind::reg && !operand.negated);
}

bool has_address(Symbol::Kind kind) {
  return kind != Symbol::Kind::label && kind != Symbol::Kind::branch_targets &&
         kind != Symbol::Kind::prototype;
}

bool is_readable(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::reg:
      return !operand.negated;
    case Operand::Kind::special:
    case Operand::Kind::immediate:
      return true;
    case Operand::Kind::symbol:
      return has_address(operand.symbol.kind);
    default:
      return false;
  }
}

template <class F>
bool all_elements(const Operand& operand, Operand::Kind kind, F is_good) {
  return operand.kind == kind &&
         std::all_of(operand.elements.begin(), operand.elements.end(), is_good);
}

bool fits(const Operand& operand, uint16_t kinds) {
  using Kind = Operand::Kind;
  const auto may = [&](OperandKind kind, bool is) { return (kinds & kind) && is; };
  return may(writable, is_writable(operand)) ||
         may(writable_pair, all_elements(operand, Kind::pair, is_writable)) ||
         may(writable_vector, all_elements(operand, Kind::vector, is_writable)) ||
         may(readable, is_readable(operand)) ||
         may(readable_vector, all_elements(operand, Kind::vector, is_readable)) ||
         may(condition, is_readable(operand) || operand.kind == Kind::reg) ||
         may(in_brackets, operand.kind == Kind::address) ||
         may(integer, operand.kind == Kind::immediate && !is_float(operand.immediate_type)) ||
         may(target_table,
             operand.kind == Kind::symbol && operand.symbol.kind == Symbol::Kind::branch_targets);
}

std::string describe(uint16_t kinds) {
  std::string text;
  for (const KindName& name : kind_names)
    if (kinds & name.kind) text += (text.empty() ? "" : " or ") + std::string(name.text);
  return text;
}

std::optional<OperandError> find_count_error(const Instruction& instruction,
                                             const OperandForm& form, size_t optional) {
  const size_t count = instruction.operands.size(), most = form.slots.size();
  if (count >= most - optional && count <= most) return std::nullopt;
  std::string expected = std::to_string(most - optional);
  if (optional) expected += " to " + std::to_string(most);
  return OperandError{instruction.place, std::string(name_of(instruction.opcode)) + " takes " +
                                             expected +
                                             (expected == "1" ? " operand" : " operands") +
                                             ", found " + std::to_string(count)};
}

}  // namespace

const std::vector<OperandForm>& operand_forms_of(Opcode opcode) {
  static const std::vector<std::vector<OperandForm>> all = [] {
    std::vector<std::vector<OperandForm>> forms;
    for (size_t i = 0; i < opcode_count(); ++i)
      forms.push_back(forms_of(info_of(static_cast<Opcode>(i)).operands));
    return forms;
  }();
  return all[static_cast<size_t>(opcode)];
}

const OperandForm& operand_form_of(const Instruction& instruction) {
  const std::vector<OperandForm>& forms = operand_forms_of(instruction.opcode);
  for (const OperandForm& form : forms)
    if (form.modifiers.empty() ||
        std::any_of(form.modifiers.begin(), form.modifiers.end(),
                    [&](Modifier modifier) { return instruction.has(modifier); }))
      return form;
  return forms.back();
}

bool has_destination(const Instruction& instruction) {
  const OperandForm& form = operand_form_of(instruction);
  return !instruction.operands.empty() && !form.slots.empty() &&
         form.slots[0].kinds & (writable | writable_pair | writable_vector);
}

std::optional<OperandError> find_operand_error(const Instruction& instruction) {
  const OperandForm& form = operand_form_of(instruction);
  if (form.anything) return std::nullopt;
  const size_t optional = std::count_if(form.slots.begin(), form.slots.end(),
                                        [](const OperandSlot& slot) { return slot.optional; });
  if (auto error = find_count_error(instruction, form, optional)) return error;
  size_t left_out = form.slots.size() - instruction.operands.size();
  // From the right, for that is where operands are left out.
  for (size_t s = form.slots.size(), o = instruction.operands.size(); s-- > 0;) {
    if (form.slots[s].optional && left_out > 0) {
      --left_out;
      continue;
    }
    const Operand& operand = instruction.operands[--o];
    if (fits(operand, form.slots[s].kinds)) continue;
    return OperandError{operand.place.line ? operand.place : instruction.place,
                        "operand " + std::to_string(o + 1) + " of " +
                            std::string(name_of(instruction.opcode)) + " must be " +
                            describe(form.slots[s].kinds)};
  }
  return std::nullopt;
}

}  // namespace simt::ptx
