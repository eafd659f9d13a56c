#include "simt/ptx/calls.h"

#include <cstdint>
#include <set>
#include <vector>

#include "simt/ptx/opcodes.h"

namespace simt::ptx {
namespace {

// Whether holds(callee) of a call in the function, or in one that it calls by name. Null: what is called
// through a pointer.
template <class F>
bool any_call(const Module& module, const Function& function, F holds) {
  std::set<const Function*> met = {&function};
  std::vector<const Function*> left = {&function};
  while (!left.empty()) {
    const Function& caller = *left.back();
    left.pop_back();
    for (const Instruction& instruction : caller.instructions) {
      if (instruction.opcode != Opcode::call) continue;
      const Operand& target = instruction.operands[1];
      const bool is_named = target.kind == Operand::Kind::symbol;
      const Function* callee = is_named ? &module.functions[target.symbol.index] : nullptr;
      if (holds(callee)) return true;
      if (callee && met.insert(callee).second) left.push_back(callee);
    }
  }
  return false;
}

}  // namespace

bool calls(const Module& module, const Function& function, std::string_view name) {
  return any_call(module, function,
                  [&](const Function* callee) { return callee && callee->name == name; });
}

bool may_call_itself(const Module& module, const Function& function) {
  return any_call(module, function,
                  [&](const Function* callee) { return callee == nullptr || callee == &function; });
}

}  // namespace simt::ptx
