#include "simt/exec/vector_accesses.h"

#include <algorithm>
#include <cstdlib>
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

bool is_plain_access(const Instruction& instruction, uint32_t bytes) {
  if (instruction.opcode != Opcode::ld && instruction.opcode != Opcode::st) return false;
  AccessCode code;
  set_order(instruction, code);
  const Space space = instruction.space();
  return !instruction.guarded && !code.strong && instruction.vector <= 2 &&
         ptx::size_of(instruction.type()) == bytes &&
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
bool can_be_element(const ptx::Function& function, const Operand& value, uint32_t base,
                    uint32_t bytes = element_bytes) {
  return value.kind == Operand::Kind::reg && value.index != base &&
         ptx::size_of(function.registers[value.index].type) == bytes;
}

// An access of several elements at this offset, sinks for now, in the place of one of its parts.
Instruction vector_of(const Instruction& part, uint32_t count, int64_t offset) {
  Instruction whole = part;
  whole.vector = count;
  whole.operands[place_of_address(whole)].offset = offset;
  Operand& values = whole.operands[place_of_values(whole)];
  const auto place = values.place;
  values = {};
  values.kind = Operand::Kind::vector;
  values.place = place;
  values.elements.resize(count);
  return whole;
}

// The access that they are together, if its first element lies at this offset.
std::optional<Instruction> join_at(const ptx::Function& function, Accesses accesses,
                                   int64_t begin) {
  Instruction whole = vector_of(*accesses.front(), elements, begin);
  Operand& values = whole.operands[place_of_values(whole)];
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

// ld.u64 A, [FROM]; st.u64 [TO], A; ld.u64 B, [FROM+8]; st.u64 [TO+8], B, or the halves the other
// way about. Where both addresses are multiples of 16, no store hits what is still to be loaded.
std::optional<JoinedAccess> join_copy(const ptx::Function& function, Accesses accesses) {
  constexpr uint32_t half = vector_bytes / 2;
  if (accesses.size() < 4) return {};
  const Instruction &load = *accesses[0], &store = *accesses[1];
  const auto is_half = [&](const Instruction& access, Opcode opcode) {
    return access.opcode == opcode && access.vector == 1 && is_plain_access(access, half);
  };
  for (size_t i = 0; i < 4; ++i)
    if (!is_half(*accesses[i], i % 2 == 0 ? Opcode::ld : Opcode::st)) return {};
  if (!have_one_base(load, *accesses[2]) || !have_one_base(store, *accesses[3])) return {};
  const int64_t distance = address_of(*accesses[2]).offset - address_of(load).offset;
  if (std::abs(distance) != half ||
      address_of(*accesses[3]).offset - address_of(store).offset != distance)
    return {};
  const Operand &first = values_of(load)[0], &second = values_of(*accesses[2])[0];
  for (const Operand* value : {&first, &second})
    for (const Instruction* access : {&load, &store})
      if (!can_be_element(function, *value, address_of(*access).index, half)) return {};
  if (values_of(store)[0].kind != Operand::Kind::reg || values_of(store)[0].index != first.index ||
      values_of(*accesses[3])[0].kind != Operand::Kind::reg ||
      values_of(*accesses[3])[0].index != second.index || first.index == second.index)
    return {};
  JoinedAccess joined{.wholes = {}, .parts = 4};
  for (const Instruction* access : {&load, &store}) {
    Instruction whole =
        vector_of(*access, 2, address_of(*access).offset + std::min(distance, int64_t{0}));
    std::vector<Operand>& values = whole.operands[place_of_values(whole)].elements;
    values[distance < 0] = first;
    values[distance > 0] = second;
    joined.wholes.push_back(std::move(whole));
  }
  return joined;
}

}  // namespace

JoinedAccess join_accesses(const ptx::Function& function, Accesses neighbours) {
  if (auto copy = join_copy(function, neighbours)) return *std::move(copy);
  const auto other = std::ranges::find_if_not(neighbours, [&](const Instruction* each) {
    return is_plain_access(*each, element_bytes) && have_one_base(*each, *neighbours.front());
  });
  const auto most = std::min<size_t>(other - neighbours.begin(), elements - 1);
  for (size_t count = most; count > 1; --count)
    if (const auto whole = join(function, neighbours.first(count)))
      return {{*whole}, static_cast<uint32_t>(count)};
  return {};
}

}  // namespace simt::exec
