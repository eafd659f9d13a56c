#include "simt/ptx/origins.h"

#include <algorithm>
#include <cstddef>

#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {
namespace {

// Whether an instruction computes the same whenever it takes the same registers: it reads neither memory nor the clock.
bool is_of_registers(const Instruction& i) {
  return info_of(i.opcode).uniform == Uniform::same &&
         std::ranges::none_of(i.operands, [](const Operand& operand) {
           return operand.kind == Operand::Kind::special;
         });
}

}  // namespace

Origins::Origins(const Function& function)
    : function_(function),
      writers_(function.registers.size()),
      is_read_(function.registers.size()) {
  for (uint32_t pc = 0; pc < function.instructions.size(); ++pc) {
    const Instruction& i = function.instructions[pc];
    const bool writes = has_destination(i);
    if (writes) for_registers(i.operands[0], [&](uint32_t r) { writers_[r].push_back(pc); });
    for (size_t o = writes; o < i.operands.size(); ++o)
      for_registers(i.operands[o], [&](uint32_t r) { is_read_[r] = true; });
  }
}

bool Origins::hands_on(const Instruction& i) {
  return i.opcode == Opcode::mov || i.opcode == Opcode::cvt || i.opcode == Opcode::not_;
}

const Instruction* Origins::writer_of(uint32_t reg) const {
  if (writers_[reg].size() != 1) return nullptr;
  const Instruction& i = function_.instructions[writers_[reg][0]];
  return i.guarded ? nullptr : &i;
}

Origins::Turned Origins::of(uint32_t reg) const {
  bool is_turned = false;
  for (size_t steps = writers_.size(); steps > 0; --steps) {
    const Instruction* const i = writer_of(reg);
    if (i == nullptr || !hands_on(*i) || i->operands[1].kind != Operand::Kind::reg) break;
    is_turned ^= i->opcode == Opcode::not_;
    reg = i->operands[1].index;
  }
  return {reg, is_turned};
}

std::set<uint32_t> Origins::changers_of(uint32_t reg) const {
  std::set<uint32_t> changers, seen;
  std::vector<uint32_t> open = {reg};
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    if (const Instruction* const i = writer_of(at); i != nullptr && is_of_registers(*i))
      for (size_t o = 1; o < i->operands.size(); ++o)
        for_registers(i->operands[o], [&](uint32_t taken) { open.push_back(taken); });
    else
      changers.insert(writers_[at].begin(), writers_[at].end());
  }
  return changers;
}

std::optional<uint64_t> Origins::number_in(const Operand& operand) const {
  if (operand.kind == Operand::Kind::immediate) return operand.bits;
  if (operand.kind != Operand::Kind::reg) return std::nullopt;
  const auto [reg, is_turned] = of(operand.index);
  const Instruction* const i = writer_of(reg);
  if (is_turned || i == nullptr || i->opcode != Opcode::mov ||
      i->operands[1].kind != Operand::Kind::immediate)
    return std::nullopt;
  return i->operands[1].bits;
}

}  // namespace simt::ptx
