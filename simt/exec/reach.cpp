#include "simt/exec/reach.h"

#include <algorithm>

namespace simt::exec {
namespace {

using ptx::Operand;
using ptx::Symbol;

template <class F>
void for_each_symbol(const Operand& operand, const F& f) {
  if (operand.kind == Operand::Kind::symbol ||
      (operand.kind == Operand::Kind::address && operand.base == Operand::Base::symbol))
    f(operand.symbol);
  for (const Operand& element : operand.elements) for_each_symbol(element, f);
}

}  // namespace

Reach find_reach(const ptx::Module& module, uint32_t kernel) {
  Reach reach;
  std::vector<bool> seen(module.functions.size());
  const auto add = [&](uint32_t index) {
    if (!seen[index]) reach.functions.push_back(index);
    seen[index] = true;
  };
  add(kernel);
  for (size_t i = 0; i < reach.functions.size(); ++i)
    for (const ptx::Instruction& instruction : module.functions[reach.functions[i]].instructions) {
      for (const Operand& operand : instruction.operands)
        for_each_symbol(operand, [&](Symbol symbol) {
          // A kernel cannot be called, whoever has its address.
          if (symbol.kind == Symbol::Kind::function && module.functions[symbol.index].has_body &&
              !module.functions[symbol.index].kernel)
            add(symbol.index);
          if (symbol.kind == Symbol::Kind::module_variable) reach.variables.insert(symbol.index);
        });
      if (instruction.opcode == ptx::Opcode::call &&
          instruction.operands[1].kind != Operand::Kind::symbol)
        for (uint32_t f = 0; f < module.functions.size(); ++f)  // anything may be called
          if (module.functions[f].has_body && !module.functions[f].kernel) add(f);
    }
  return reach;
}

SharedLayout::SharedLayout(const ptx::Module& module, const Reach& reach) {
  uint64_t bytes = 0, dynamic_alignment = 16;
  const auto place = [&](auto key, const ptx::Variable& variable, auto& offsets) {
    if (variable.space != ptx::Space::shared) return;
    if (variable.is_dynamic()) {
      dynamic_alignment = std::max<uint64_t>(dynamic_alignment, variable.alignment);
      return;
    }
    offsets[key] = align_up(bytes, std::max(1u, variable.alignment));
    bytes = offsets[key] + variable.size;
  };
  for (uint32_t v : reach.variables) place(v, module.variables[v], of_module_);
  for (uint32_t f : reach.functions)
    for (uint32_t v = 0; v < module.functions[f].variables.size(); ++v)
      place(std::pair{f, v}, module.functions[f].variables[v], of_function_);
  static_bytes_ = bytes;
  dynamic_offset_ = align_up(bytes, dynamic_alignment);
}

uint64_t SharedLayout::of_module(uint32_t variable) const {
  const auto found = of_module_.find(variable);
  return found == of_module_.end() ? dynamic_offset_ : found->second;
}

uint64_t SharedLayout::of_function(uint32_t function, uint32_t variable) const {
  const auto found = of_function_.find({function, variable});
  return found == of_function_.end() ? dynamic_offset_ : found->second;
}

}  // namespace simt::exec
