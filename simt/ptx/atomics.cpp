#include "simt/ptx/atomics.h"

#include "simt/ptx/operand_forms.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {

bool discards_result(const Function& function, const Instruction& instruction) {
  if (!has_destination(instruction)) return true;
  const Operand& result = instruction.operands.at(0);
  if (result.kind == Operand::Kind::sink) return true;
  bool read = false;
  for (const Instruction& i : function.instructions) {
    read |= i.guarded && i.guard == result.index;
    for (size_t o = has_destination(i) ? 1 : 0; o < i.operands.size(); ++o)
      for_registers(i.operands[o], [&](uint32_t r) { read |= r == result.index; });
  }
  return !read;
}

AtomicForm atomic_form(const Function& function, const Instruction& instruction) {
  if (instruction.has(Modifier::cas)) return AtomicForm::compare_and_swap;
  if (!instruction.has(Modifier::add) || size_of(instruction.type()) != 4 ||
      is_float(instruction.type()) || !discards_result(function, instruction))
    return AtomicForm::plain;
  const Operand& address = instruction.operands.at(has_destination(instruction) ? 1 : 0);
  if (address.base != Operand::Base::reg || find_uniform_registers(function)[address.index])
    return AtomicForm::aggregated;
  const Operand& added = instruction.operands.back();
  return added.kind == Operand::Kind::immediate && added.bits == 1 ? AtomicForm::counting
                                                                   : AtomicForm::plain;
}

}  // namespace simt::ptx
