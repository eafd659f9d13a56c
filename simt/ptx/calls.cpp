#include "simt/ptx/calls.h"

#include <cstdint>
#include <set>
#include <vector>

#include "simt/ptx/opcodes.h"

namespace simt::ptx {

bool calls(const Module& module, const Function& function, std::string_view name) {
  std::set<const Function*> met = {&function};
  std::vector<const Function*> left = {&function};
  while (!left.empty()) {
    const Function& caller = *left.back();
    left.pop_back();
    for (const Instruction& instruction : caller.instructions) {
      if (instruction.opcode != Opcode::call) continue;
      const Operand& target = instruction.operands[1];
      if (target.kind != Operand::Kind::symbol) continue;
      const Function& callee = module.functions[target.symbol.index];
      if (callee.name == name) return true;
      if (met.insert(&callee).second) left.push_back(&callee);
    }
  }
  return false;
}

}  // namespace simt::ptx
