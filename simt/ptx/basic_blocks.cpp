#include "simt/ptx/basic_blocks.h"

#include "simt/ptx/opcodes.h"

namespace simt::ptx {
namespace {

bool ends_block(const Instruction& i) {
  return is_jump(i.opcode) || info_of(i.opcode).control == Control::call;
}

}  // namespace

std::vector<bool> find_leaders(const Function& function) {
  std::vector<bool> leaders(function.instructions.size() + 1, false);
  leaders.front() = true;
  for (const Label& label : function.labels)
    if (label.instruction < leaders.size()) leaders[label.instruction] = true;
  for (size_t pc = 0; pc < function.instructions.size(); ++pc)
    if (ends_block(function.instructions[pc])) leaders[pc + 1] = true;
  leaders.back() = true;
  return leaders;
}

}  // namespace simt::ptx
