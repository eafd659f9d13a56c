#include "simt/ptx/uniform.h"

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

bool reads_other_special(const Operand& operand) {
  if (operand.kind == Operand::Kind::special) return !is_of_block(operand.index);
  for (const Operand& element : operand.elements)
    if (reads_other_special(element)) return true;
  return false;
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

// Takes from `uniform` what is computed from something else.
void spread_variation(const Function& function, std::vector<bool>& uniform) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction& i : function.instructions) {
      if (!has_destination(i)) continue;
      bool varies = may_differ(i);
      for (size_t o = 1; o < i.operands.size(); ++o) {
        varies |= reads_other_special(i.operands[o]);
        for_registers(i.operands[o], [&](uint32_t r) { varies |= !uniform[r]; });
      }
      if (!varies) continue;
      for_registers(i.operands[0], [&](uint32_t r) {
        changed |= uniform[r];
        uniform[r] = false;
      });
    }
  }
}

}  // namespace

std::vector<bool> find_uniform_registers(const Function& function) {
  std::vector<uint8_t> writes(function.registers.size(), 0);  // 2: several, or one with a guard
  for (const Instruction& i : function.instructions)
    if (has_destination(i))
      for_registers(i.operands[0], [&](uint32_t r) { writes[r] = i.guarded || writes[r] ? 2 : 1; });
  std::vector<bool> uniform(function.registers.size());
  for (size_t r = 0; r < uniform.size(); ++r) uniform[r] = writes[r] == 1;
  spread_variation(function, uniform);
  return uniform;
}

std::vector<bool> find_varying_registers(const Function& function) {
  std::vector<bool> uniform(function.registers.size(), true);
  spread_variation(function, uniform);
  uniform.flip();
  return uniform;
}

}  // namespace simt::ptx
