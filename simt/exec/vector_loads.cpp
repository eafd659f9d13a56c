#include "simt/exec/vector_loads.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "simt/exec/lane_access.h"
#include "simt/exec/memory_operands.h"
#include "simt/ptx/types.h"

namespace simt::exec {
namespace {

using ptx::Instruction;
using ptx::Operand;
using ptx::Space;

using Loads = std::span<const Instruction* const>;

constexpr uint32_t element_bytes = 4;
constexpr int64_t elements = vector_bytes / element_bytes;

bool is_plain_load(const Instruction& instruction) {
  AccessCode code;
  set_order(instruction, code);
  const Space space = instruction.space();
  return instruction.opcode == ptx::Opcode::ld && !instruction.guarded && !code.strong &&
         instruction.vector <= 2 && ptx::size_of(instruction.type()) == element_bytes &&
         (space == Space::global || space == Space::generic || space == Space::shared) &&
         instruction.operands[1].kind == Operand::Kind::address &&
         instruction.operands[1].base == Operand::Base::reg;
}

bool have_one_base(const Instruction& one, const Instruction& other) {
  return one.operands[1].index == other.operands[1].index && one.modifiers == other.modifiers &&
         one.type() == other.type() && one.space() == other.space();
}

std::span<const Operand> values_of(const Instruction& load) {
  const Operand& values = load.operands[0];
  if (values.kind == Operand::Kind::vector) return values.elements;
  return {&values, 1};
}

// The value can be an element of the load, and the loads after it still look where they did.
bool can_be_element(const ptx::Function& function, const Operand& value, uint32_t base) {
  return value.kind == Operand::Kind::reg && value.index != base &&
         ptx::size_of(function.registers[value.index].type) == element_bytes;
}

// The load of all of them, whose first element lies at this offset.
std::optional<Instruction> join_at(const ptx::Function& function, Loads loads, int64_t begin) {
  Instruction joined = *loads.front();
  joined.vector = elements;
  joined.operands[1].offset = begin;
  Operand vector;
  vector.kind = Operand::Kind::vector;
  vector.place = loads.front()->operands[0].place;
  vector.elements.resize(elements);  // sinks
  for (const Instruction* load : loads) {
    const int64_t distance = load->operands[1].offset - begin;
    const std::span<const Operand> values = values_of(*load);
    const auto count = static_cast<int64_t>(values.size());
    const int64_t first = distance / element_bytes;
    if (distance < 0 || distance % element_bytes != 0 || first + count > elements) return {};
    for (int64_t e = 0; e < count; ++e) {
      Operand& element = vector.elements[first + e];
      if (element.kind != Operand::Kind::sink ||
          !can_be_element(function, values[e], joined.operands[1].index))
        return {};
      element = values[e];
    }
  }
  joined.operands[0] = std::move(vector);
  return joined;
}

std::optional<Instruction> join(const ptx::Function& function, Loads loads) {
  // Loads of single elements alone say nothing of a vector: they may be of an array.
  const auto pair = std::ranges::find(loads, 2, &Instruction::vector);
  if (pair == loads.end()) return {};
  const int64_t at = (*pair)->operands[1].offset;
  for (const int64_t begin : {at, at - 2 * int64_t{element_bytes}})
    if (auto joined = join_at(function, loads, begin)) return joined;
  return {};
}

}  // namespace

JoinedLoads join_loads(const ptx::Function& function, Loads neighbours) {
  const auto other = std::ranges::find_if_not(neighbours, [&](const Instruction* each) {
    return is_plain_load(*each) && have_one_base(*each, *neighbours.front());
  });
  const auto most = std::min<size_t>(other - neighbours.begin(), elements - 1);
  for (size_t count = most; count > 1; --count)
    if (const auto joined = join(function, neighbours.first(count)))
      return {*joined, static_cast<uint32_t>(count)};
  return {};
}

}  // namespace simt::exec
