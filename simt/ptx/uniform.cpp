#include "simt/ptx/uniform.h"

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

// Whether what it writes depends on more than its operands.
bool has_own_source(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::ld:
    case Opcode::ldu:
      return i.space() != Space::param && i.space() != Space::constant;
    case Opcode::mov:
    case Opcode::cvta:
    case Opcode::cvt:
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::mad:
    case Opcode::div:
    case Opcode::rem:
    case Opcode::shl:
    case Opcode::shr:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::min:
    case Opcode::max:
    case Opcode::neg:
      return false;
    default:
      return true;
  }
}

}  // namespace

bool has_destination(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::st:
    case Opcode::red:
    case Opcode::bra:
    case Opcode::brx:
    case Opcode::cp:
    case Opcode::prefetch:
      return false;
    default:
      return !i.operands.empty() && i.operands[0].kind != Operand::Kind::address;
  }
}

std::vector<bool> find_uniform_registers(const Function& function) {
  std::vector<uint8_t> writes(function.registers.size(), 0);
  for (const Instruction& i : function.instructions)
    if (has_destination(i))
      for_registers(i.operands[0], [&](uint32_t r) { writes[r] += writes[r] < 2; });
  std::vector<bool> uniform(function.registers.size());
  for (size_t r = 0; r < uniform.size(); ++r) uniform[r] = writes[r] == 1;

  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction& i : function.instructions) {
      if (!has_destination(i)) continue;
      bool varies = has_own_source(i) || i.guarded;
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
  return uniform;
}

}  // namespace simt::ptx
