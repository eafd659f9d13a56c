#include "simt/exec/vector_loads.h"

#include <array>
#include <utility>

#include "simt/exec/lane_access.h"
#include "simt/exec/memory_operands.h"
#include "simt/ptx/types.h"

namespace simt::exec {
namespace {

using ptx::Instruction;
using ptx::Operand;
using ptx::Space;

constexpr uint32_t element_bytes = 4;
constexpr int64_t elements = vector_bytes / element_bytes;

bool is_plain_load(const Instruction& instruction) {
  AccessCode code;
  set_order(instruction, code);
  const Space space = instruction.space();
  return instruction.opcode == ptx::Opcode::ld && !instruction.guarded && !code.strong &&
         ptx::size_of(instruction.type()) == element_bytes &&
         (space == Space::global || space == Space::generic || space == Space::shared) &&
         instruction.operands[1].kind == Operand::Kind::address &&
         instruction.operands[1].base == Operand::Base::reg;
}

bool have_one_base(const Instruction& first, const Instruction& second) {
  return first.operands[1].index == second.operands[1].index &&
         first.modifiers == second.modifiers && first.types[0] == second.types[0] &&
         first.space() == second.space();
}

bool is_register_of_an_element(const ptx::Function& function, const Operand& operand) {
  return operand.kind == Operand::Kind::reg &&
         ptx::size_of(function.registers[operand.index].type) == element_bytes;
}

}  // namespace

std::optional<Instruction> join_loads(const ptx::Function& function, const Instruction& first,
                                      const Instruction& second) {
  if (!is_plain_load(first) || !is_plain_load(second) || !have_one_base(first, second)) return {};
  const Instruction* pair = &first;
  const Instruction* single = &second;
  if (pair->vector == 1) std::swap(pair, single);
  if (pair->vector != 2 || single->vector != 1 || pair->operands[0].elements.size() != 2) return {};

  const int64_t pair_at = pair->operands[1].offset, single_at = single->operands[1].offset;
  const int64_t begin = single_at > pair_at ? pair_at : pair_at - 2 * element_bytes;
  const int64_t of_single = (single_at - begin) / element_bytes;
  if ((single_at - begin) % element_bytes != 0 || of_single < 0 || of_single >= elements ||
      of_single == (pair_at - begin) / element_bytes ||
      of_single == (pair_at - begin) / element_bytes + 1)
    return {};

  const std::array<std::pair<int64_t, const Operand*>, 3> parts = {
      {{(pair_at - begin) / element_bytes, &pair->operands[0].elements[0]},
       {(pair_at - begin) / element_bytes + 1, &pair->operands[0].elements[1]},
       {of_single, &single->operands[0]}}};
  Instruction joined = first;
  joined.vector = elements;
  joined.operands[1].offset = begin;
  Operand values;
  values.kind = Operand::Kind::vector;
  values.place = first.operands[0].place;
  values.elements.resize(elements);  // sinks
  for (const auto& [at, operand] : parts) {
    // The first must not change where the second one looks.
    if (!is_register_of_an_element(function, *operand) || operand->index == first.operands[1].index)
      return {};
    values.elements[at] = *operand;
  }
  joined.operands[0] = std::move(values);
  return joined;
}

}  // namespace simt::exec
