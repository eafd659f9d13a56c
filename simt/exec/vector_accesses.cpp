#include "simt/exec/vector_accesses.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "simt/exec/lane_access.h"
#include "simt/exec/memory_operands.h"
#include "simt/ptx/types.h"

namespace simt::exec {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Space;

using Accesses = std::span<const Instruction* const>;

constexpr uint32_t element_bytes = 4;
constexpr int64_t elements = vector_bytes / element_bytes;

// ld VALUES, [ADDRESS] and st [ADDRESS], VALUES
size_t place_of_address(const Instruction& access) { return access.opcode == Opcode::ld ? 1 : 0; }
size_t place_of_values(const Instruction& access) { return 1 - place_of_address(access); }

const Operand& address_of(const Instruction& access) {
  return access.operands[place_of_address(access)];
}

std::span<const Operand> values_of(const Instruction& access) {
  const Operand& values = access.operands[place_of_values(access)];
  if (values.kind == Operand::Kind::vector) return values.elements;
  return {&values, 1};
}

bool is_plain_access(const Instruction& instruction) {
  if (instruction.opcode != Opcode::ld && instruction.opcode != Opcode::st) return false;
  AccessCode code;
  set_order(instruction, code);
  const Space space = instruction.space();
  return !instruction.guarded && !code.strong && instruction.vector <= 2 &&
         ptx::size_of(instruction.type()) == element_bytes &&
         (space == Space::global || space == Space::generic || space == Space::shared) &&
         address_of(instruction).kind == Operand::Kind::address &&
         address_of(instruction).base == Operand::Base::reg;
}

bool have_one_base(const Instruction& one, const Instruction& other) {
  return one.opcode == other.opcode && address_of(one).index == address_of(other).index &&
         one.modifiers == other.modifiers && one.type() == other.type() &&
         one.space() == other.space();
}

// The value can be an element of the whole, and what comes after a load still looks where it did.
bool can_be_element(const ptx::Function& function, const Operand& value, uint32_t base) {
  return value.kind == Operand::Kind::reg && value.index != base &&
         ptx::size_of(function.registers[value.index].type) == element_bytes;
}

// The access that they are together, if its first element lies at this offset.
std::optional<Instruction> join_at(const ptx::Function& function, Accesses accesses,
                                   int64_t begin) {
  Instruction whole = *accesses.front();
  whole.vector = elements;
  whole.operands[place_of_address(whole)].offset = begin;
  Operand& values = whole.operands[place_of_values(whole)];
  const auto place = values.place;
  values = {};
  values.kind = Operand::Kind::vector;
  values.place = place;
  values.elements.resize(elements);  // sinks
  for (const Instruction* access : accesses) {
    const int64_t distance = address_of(*access).offset - begin;
    const std::span<const Operand> parts = values_of(*access);
    const auto count = static_cast<int64_t>(parts.size());
    const int64_t first = distance / element_bytes;
    if (distance < 0 || distance % element_bytes != 0 || first + count > elements) return {};
    for (int64_t e = 0; e < count; ++e) {
      Operand& element = values.elements[first + e];
      if (element.kind != Operand::Kind::sink ||
          !can_be_element(function, parts[e], address_of(whole).index))
        return {};
      element = parts[e];
    }
  }
  // A store writes nothing that none of them writes.
  if (whole.opcode == Opcode::st && std::ranges::find(values.elements, Operand::Kind::sink,
                                                      &Operand::kind) != values.elements.end())
    return {};
  return whole;
}

std::optional<Instruction> join(const ptx::Function& function, Accesses accesses) {
  // Accesses to single elements alone say nothing of a vector: they may be of an array.
  const auto pair = std::ranges::find(accesses, 2, &Instruction::vector);
  if (pair == accesses.end()) return {};
  const int64_t at = address_of(**pair).offset;
  for (const int64_t begin : {at, at - 2 * int64_t{element_bytes}})
    if (auto whole = join_at(function, accesses, begin)) return whole;
  return {};
}

}  // namespace

JoinedAccess join_accesses(const ptx::Function& function, Accesses neighbours) {
  const auto other = std::ranges::find_if_not(neighbours, [&](const Instruction* each) {
    return is_plain_access(*each) && have_one_base(*each, *neighbours.front());
  });
  const auto most = std::min<size_t>(other - neighbours.begin(), elements - 1);
  for (size_t count = most; count > 1; --count)
    if (const auto whole = join(function, neighbours.first(count)))
      return {*whole, static_cast<uint32_t>(count)};
  return {};
}

}  // namespace simt::exec
