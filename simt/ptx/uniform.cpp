#include "simt/ptx/uniform.h"

#include <algorithm>
#include <cstdint>

#include "simt/ptx/conditions.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"

namespace simt::ptx {
namespace {

bool is_of_block(uint32_t special) {
  switch (static_cast<SpecialRegister>(special)) {
    case SpecialRegister::ntid_x:
    case SpecialRegister::ntid_y:
    case SpecialRegister::ntid_z:
    case SpecialRegister::ctaid_x:
    case SpecialRegister::ctaid_y:
    case SpecialRegister::ctaid_z:
    case SpecialRegister::nctaid_x:
    case SpecialRegister::nctaid_y:
    case SpecialRegister::nctaid_z:
      return true;
    default:
      return false;
  }
}

bool reads_workspace(const Operand& operand) {
  const auto special = static_cast<SpecialRegister>(operand.index);
  return operand.kind == Operand::Kind::special &&
         (special == SpecialRegister::envreg1 || special == SpecialRegister::envreg2);
}

bool is_thread_number(const Operand& operand) {
  const auto special = static_cast<SpecialRegister>(operand.index);
  return operand.kind == Operand::Kind::special &&
         (special == SpecialRegister::tid_x || special == SpecialRegister::tid_y ||
          special == SpecialRegister::tid_z);
}

bool is_block_number(const Operand& operand) {
  const auto special = static_cast<SpecialRegister>(operand.index);
  return operand.kind == Operand::Kind::special &&
         (special == SpecialRegister::ctaid_x || special == SpecialRegister::ctaid_y ||
          special == SpecialRegister::ctaid_z);
}

bool reads_special(const Operand& operand) {
  return operand.kind == Operand::Kind::special ||
         std::ranges::any_of(operand.elements, reads_special);
}

bool reads_other_special(const Operand& operand) {
  if (operand.kind == Operand::Kind::special) return !is_of_block(operand.index);
  for (const Operand& element : operand.elements)
    if (reads_other_special(element)) return true;
  return false;
}

bool reads_other_special(const Instruction& i) {
  return std::any_of(i.operands.begin() + 1, i.operands.end(),
                     [](const Operand& operand) { return reads_other_special(operand); });
}

// Whether what it writes may differ between threads that give it the same operands.
bool may_differ(const Instruction& i) {
  switch (info_of(i.opcode).uniform) {
    case Uniform::same:
      return false;
    case Uniform::space:
      return i.space() != Space::param && i.space() != Space::constant;
    case Uniform::varies:
    case Uniform::none:
      return true;
  }
  return true;
}

// Whether what it writes comes from global or shared memory.
bool gets_from_memory(const Instruction& i) {
  const Access access = info_of(i.opcode).access;
  if (access == Access::none || access == Access::hint) return false;
  return i.space() != Space::param && i.space() != Space::constant && i.space() != Space::local;
}

// Whether it loads 8 bytes from an address that is the same in the whole block.
bool is_pointer_of_all(const Instruction& i, const std::vector<bool>& uniform) {
  bool is =
      info_of(i.opcode).access == Access::load && size_of(i.type()) == 8 && !is_float(i.type());
  for (size_t o = 1; o < i.operands.size(); ++o)
    for_registers(i.operands[o], [&](uint32_t r) { is &= uniform[r]; });
  return is && i.space() != Space::shared;
}

// Adds to `marked` the registers that instructions which are a source write, and what is computed from marked ones.
template <class Source>
void spread(const Function& function, std::vector<bool>& marked, Source is_source) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction& i : function.instructions) {
      if (!has_destination(i)) continue;
      bool marks = is_source(i);
      for (size_t o = 1; o < i.operands.size(); ++o)
        for_registers(i.operands[o], [&](uint32_t r) { marks |= marked[r]; });
      if (!marks) continue;
      for_registers(i.operands[0], [&](uint32_t r) {
        changed |= !marked[r];
        marked[r] = true;
      });
    }
  }
}

// What is computed from operands for which holds(operand).
template <class Holds>
std::vector<bool> find_registers_of(const Function& function, Holds holds) {
  std::vector<bool> marked(function.registers.size());
  spread(function, marked, [&](const Instruction& i) {
    return std::any_of(i.operands.begin() + 1, i.operands.end(), holds);
  });
  return marked;
}

// Adds what may differ between threads.
void spread_variation(const Function& function, std::vector<bool>& varying) {
  spread(function, varying,
         [](const Instruction& i) { return may_differ(i) || reads_other_special(i); });
}

}  // namespace

std::vector<bool> find_uniform_registers(const Function& function) {
  std::vector<uint8_t> writes(function.registers.size(), 0);  // 2: several, or one with a guard
  for (const Instruction& i : function.instructions)
    if (has_destination(i))
      for_registers(i.operands[0], [&](uint32_t r) { writes[r] = i.guarded || writes[r] ? 2 : 1; });
  std::vector<bool> varying(function.registers.size());
  for (size_t r = 0; r < varying.size(); ++r) varying[r] = writes[r] != 1;
  spread_variation(function, varying);
  varying.flip();
  return varying;
}

std::vector<bool> find_varying_registers(const Function& function) {
  std::vector<bool> varying(function.registers.size());
  spread_variation(function, varying);
  return varying;
}

std::vector<bool> find_registers_of_threads(const Function& function) {
  std::vector<bool> varying(function.registers.size());
  spread(function, varying, [](const Instruction& i) {
    return may_differ(i) || std::any_of(i.operands.begin() + 1, i.operands.end(), reads_special);
  });
  return varying;
}

std::vector<bool> find_grid_registers(const Function& function) {
  return find_registers_of(function, reads_workspace);
}

std::vector<bool> find_registers_computed_from(const Function& function,
                                               const std::vector<bool>& sources) {
  std::vector<bool> computed(function.registers.size());
  spread(function, computed,
         [&](const Instruction& i) { return sources[&i - function.instructions.data()]; });
  return computed;
}

std::vector<bool> find_thread_number_registers(const Function& function) {
  return find_registers_of(function, is_thread_number);
}

std::vector<bool> find_block_number_registers(const Function& function) {
  return find_registers_of(function, is_block_number);
}

std::vector<bool> find_parameter_registers(const Function& function) {
  return find_registers_of(function, [](const Operand& operand) {
    return operand.kind == Operand::Kind::address && operand.base == Operand::Base::symbol &&
           operand.symbol.kind == Symbol::Kind::parameter;
  });
}

std::vector<bool> find_loaded_registers(const Function& function) {
  const std::vector<bool> uniform = find_uniform_registers(function);
  const std::vector<std::vector<uint32_t>> conditions = find_all_conditions(function);
  std::vector<uint32_t> writes(function.registers.size());
  for (const Instruction& i : function.instructions)
    if (has_destination(i)) for_registers(i.operands[0], [&](uint32_t r) { ++writes[r]; });

  std::vector<bool> loaded(function.registers.size());
  const auto goes_by_data = [&](const Instruction& i) { return i.guarded && loaded[i.guard]; };
  const auto is_decided = [&](const Instruction& i) {
    const std::vector<uint32_t>& of_it = conditions[&i - function.instructions.data()];
    return goes_by_data(i) || std::ranges::any_of(of_it, [&](uint32_t pc) {
             return goes_by_data(function.instructions[pc]);
           });
  };
  spread(function, loaded, [&](const Instruction& i) {
    if (gets_from_memory(i) && !is_pointer_of_all(i, uniform)) return true;
    bool is_one_of_several = false;
    for_registers(i.operands[0], [&](uint32_t r) { is_one_of_several |= writes[r] > 1; });
    return (i.guarded || is_one_of_several) && is_decided(i);
  });
  return loaded;
}

}  // namespace simt::ptx
