#include "simt/ptx/checked_loads.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "simt/ptx/conditions.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {
namespace {

bool is_atomic(const Instruction& i) {
  const Access access = info_of(i.opcode).access;
  return access == Access::atomic || access == Access::reduce;
}

// What an atomic takes beside the address: d a s..., or a s... without a result.
size_t first_value_of(const Instruction& i) {
  return info_of(i.opcode).access == Access::reduce ? 1 : 2;
}
const Operand& address_of(const Instruction& atomic) {
  return atomic.operands[first_value_of(atomic) - 1];
}

// A number of the instruction's type.
uint64_t number_of(const Instruction& i, uint64_t bits) {
  return size_of(i.type()) < 8 ? bits & 0xffffffff : bits;
}

// What else a comparison with a number compares with: `< 5` is `<= 4`.
std::optional<uint64_t> find_neighbour(const Instruction& i, const Operand& number) {
  if (i.opcode != Opcode::setp) return std::nullopt;
  const auto has = [&](auto... modifiers) { return (i.has(modifiers) || ...); };
  const bool is_last = &number == &i.operands[2];
  if (has(Modifier::lt, Modifier::lo) || has(Modifier::ge, Modifier::hs))
    return number.bits + (is_last ? -1 : 1);
  if (has(Modifier::gt, Modifier::hi) || has(Modifier::le, Modifier::ls))
    return number.bits + (is_last ? 1 : -1);
  return std::nullopt;
}

// Whether it does something that others may see.
bool has_effect(const Instruction& i) {
  const OpcodeInfo& info = info_of(i.opcode);
  return (info.access != Access::none && info.access != Access::hint &&
          info.access != Access::load) ||
         info.control == Control::call || info.control == Control::warp;
}

bool decides_alike(const Instruction& i) {
  return is_atomic(i) && (i.has(Modifier::min) || i.has(Modifier::max) || i.has(Modifier::and_) ||
                          i.has(Modifier::or_));
}

}  // namespace

CheckedLoads::CheckedLoads(const Function& function)
    : function_(function),
      flow_(find_flow(function)),
      addresses_(function),
      conditions_(find_all_conditions(function)),
      writers_(function.registers.size()) {
  for (uint32_t pc = 0; pc < function.instructions.size(); ++pc) {
    const Instruction& i = function.instructions[pc];
    if (has_destination(i))
      for_registers(i.operands[0], [&](uint32_t r) { writers_[r].push_back(pc); });
    if (!is_atomic(i) || !i.has(Modifier::cas) || i.operands.size() < 4) continue;
    if (const Operand& compared = i.operands[2]; compared.kind == Operand::Kind::reg)
      swaps_.push_back({pc, compared.index, find_dominated(pc)});
  }
}

std::vector<bool> CheckedLoads::find_dominated(uint32_t pc) const {
  std::vector<bool> dominated(function_.instructions.size(), true), seen(flow_.blocks.size());
  std::vector<uint32_t> open = {0};
  while (!open.empty()) {
    const uint32_t block = open.back();
    open.pop_back();
    if (block >= flow_.blocks.size() || seen[block]) continue;
    seen[block] = true;
    bool passes = true;
    for (uint32_t u = flow_.blocks[block].first; passes && u < flow_.blocks[block].end; ++u) {
      dominated[flow_.units[u].pc] = false;
      passes = flow_.units[u].branch_around || flow_.units[u].pc != pc;
    }
    if (passes)
      open.insert(open.end(), flow_.blocks[block].successors.begin(),
                  flow_.blocks[block].successors.end());
  }
  return dominated;
}

// Where the value of one load goes.
class CheckedLoads::Spread {
 public:
  Spread(const CheckedLoads& loads, uint32_t load)
      : loads_(loads), load_(load), tainted_(loads.writers_.size()) {
    taint(loads.function_.instructions[load].operands[0]);
    do {
      changed_ = false;
      for (uint32_t pc = 0; pc < loads.function_.instructions.size() && !escapes_; ++pc)
        if (pc != load) visit(pc);
    } while (changed_ && !escapes_);
    for (uint32_t pc = 0; pc < loads.function_.instructions.size() && !escapes_; ++pc)
      if (has_effect(at(pc)) && is_decided(pc)) decide(pc);
  }

  std::vector<uint32_t> atomics() const {
    if (escapes_) return {};
    return {atomics_.begin(), atomics_.end()};
  }

 private:
  const Instruction& at(uint32_t pc) const { return loads_.function_.instructions[pc]; }

  void taint(const Operand& operand) {
    for_registers(operand, [&](uint32_t r) {
      changed_ |= !tainted_[r];
      tainted_[r] = true;
    });
  }

  bool is_confirmed(uint32_t reg, uint32_t pc) const {
    return std::ranges::any_of(loads_.swaps_, [&](const Swap& swap) {
      return swap.compared == reg && swap.pc != pc && swap.after[pc];
    });
  }
  bool reads(const Operand& operand, uint32_t pc) const {
    bool found = false;
    for_registers(operand, [&](uint32_t r) { found |= tainted_[r] && !is_confirmed(r, pc); });
    return found;
  }
  // Whether the value decides if lanes come to it, or carry it out.
  bool is_decided(uint32_t pc) const {
    const auto goes_by_value = [&](uint32_t condition) {
      const Instruction& i = at(condition);
      return i.guarded && tainted_[i.guard] && !is_confirmed(i.guard, condition);
    };
    return (at(pc).guarded && goes_by_value(pc)) ||
           std::ranges::any_of(loads_.conditions_[pc], goes_by_value);
  }

  void visit(uint32_t pc) {
    const Instruction& i = at(pc);
    const bool writes = has_destination(i);
    bool takes = false;
    for (size_t o = writes; o < i.operands.size(); ++o) takes |= reads(i.operands[o], pc);
    if (is_atomic(i)) {
      if (takes) take(pc);
      return;
    }
    const OpcodeInfo& info = info_of(i.opcode);
    if (takes && (has_effect(i) || info.access == Access::load || info.control == Control::jump)) {
      escapes_ = true;
      return;
    }
    if (takes)
      for (size_t o = writes; o < i.operands.size(); ++o) compare(i.operands[o], pc);
    // A register that is written elsewhere as well tells which way lanes went.
    bool tells = takes;
    if (writes && !takes && is_decided(pc))
      for_registers(i.operands[0],
                    [&](uint32_t r) { tells |= i.guarded || loads_.writers_[r].size() > 1; });
    if (writes && tells) taint(i.operands[0]);
  }

  // An atomic takes the value.
  void take(uint32_t pc) {
    const Instruction& i = at(pc);
    if (i.has(Modifier::cas) && i.operands.size() > 3 && !reads(i.operands[1], pc) &&
        reads(i.operands[2], pc) && is_same_place(i))
      atomics_.insert(pc);
    else
      escapes_ = true;
  }

  // The value decides about something that others may see.
  void decide(uint32_t pc) {
    const Instruction& i = at(pc);
    if (atomics_.contains(pc)) return;
    const size_t value = first_value_of(i);
    if (decides_alike(i) && value < i.operands.size() && is_same_place(i) &&
        is_checked(pc, i.operands[value]))
      atomics_.insert(pc);
    else if (!is_decided_again(pc))
      escapes_ = true;
  }
  bool is_same_place(const Instruction& atomic) const {
    return loads_.addresses_.may_be(at(load_).operands[1], address_of(atomic));
  }

  // A register, and whether all of its bits are turned over.
  using Turned = std::pair<uint32_t, bool>;
  struct Partners {
    std::set<Turned> registers;
    std::set<uint64_t> numbers;
    bool is_empty() const { return registers.empty() && numbers.empty(); }
  };

  // What the value is compared or combined with.
  void compare(const Operand& operand, uint32_t pc) {
    const Instruction& i = at(pc);
    Partners& partners = partners_[pc];
    if (operand.kind == Operand::Kind::immediate) {
      partners.numbers.insert(number_of(i, operand.bits));
      if (const auto neighbour = find_neighbour(i, operand))
        partners.numbers.insert(number_of(i, *neighbour));
    }
    if (operand.kind == Operand::Kind::reg && !reads(operand, pc))
      partners.registers.insert(origin_of(operand.index));
  }

  // What is computed to decide whether an instruction is carried out; of the value alone, or of all.
  std::set<uint32_t> find_deciding(uint32_t pc, bool of_value) const {
    std::vector<uint32_t> open;
    if (at(pc).guarded) open.push_back(at(pc).guard);
    for (const uint32_t condition : loads_.conditions_[pc])
      if (at(condition).guarded) open.push_back(at(condition).guard);
    std::set<uint32_t> deciding;
    while (!open.empty()) {
      const uint32_t reg = open.back();
      open.pop_back();
      if (of_value && !tainted_[reg]) continue;
      for (const uint32_t writer : loads_.writers_[reg])
        if (deciding.insert(writer).second)
          for (const Operand& operand : at(writer).operands)
            for_registers(operand, [&](uint32_t r) { open.push_back(r); });
    }
    return deciding;
  }

  // Whether what an atomic that checks the value has returned decides as well: `if (*best < x && atomicMax(best, x) < x)`.
  bool is_decided_again(uint32_t pc) const {
    const std::set<uint32_t> deciding = find_deciding(pc, false);
    return std::ranges::any_of(atomics_, [&](uint32_t atomic) {
      return deciding.contains(atomic) && loads_.find_dominated(atomic)[pc];
    });
  }

  // Whether the value is compared with what the atomic stores, and decides by nothing else. Of bits: with those that an
  // `or` sets, or those that an `and` leaves out.
  bool is_checked(uint32_t atomic_pc, const Operand& stored) const {
    const Instruction& atomic = at(atomic_pc);
    const bool clears = atomic.has(Modifier::and_), sets = atomic.has(Modifier::or_);
    const std::set<uint32_t> deciding = find_deciding(atomic_pc, true);
    const bool is_masked = std::ranges::any_of(deciding, [&](uint32_t pc) {
      return partners_.contains(pc) && at(pc).opcode == Opcode::and_;
    });
    bool found = false;
    for (const auto& [pc, partners] : partners_) {
      if (!deciding.contains(pc)) continue;
      const Opcode opcode = at(pc).opcode;
      const bool is_stored =
          opcode == Opcode::and_
              ? (clears || sets) && is_among(partners, atomic, stored, clears)
              : is_among(partners, atomic, stored, false) ||
                    is_first_one(partners, atomic, stored) ||
                    ((clears || sets) && is_among(partners, atomic, stored, true));
      const bool asks_for_bits = is_masked && opcode == Opcode::setp &&
                                 partners.registers.empty() &&
                                 partners.numbers == std::set<uint64_t>{0};
      found |= is_stored;
      if (!is_stored && !asks_for_bits && !partners.is_empty() &&
          (opcode == Opcode::and_ || opcode == Opcode::setp))
        return false;
    }
    return found;
  }
  bool is_among(const Partners& partners, const Instruction& atomic, const Operand& stored,
                bool turned) const {
    if (stored.kind == Operand::Kind::immediate)
      return partners.numbers.contains(number_of(atomic, turned ? ~stored.bits : stored.bits));
    if (stored.kind != Operand::Kind::reg) return false;
    const auto [reg, is_turned] = origin_of(stored.index);
    return partners.registers.contains({reg, is_turned != turned});
  }
  // To be less than 1 is to be 0 where nothing is below.
  static bool is_first_one(const Partners& partners, const Instruction& atomic,
                           const Operand& stored) {
    return atomic.has(Modifier::max) && !is_signed(atomic.type()) &&
           stored.kind == Operand::Kind::immediate && stored.bits == 1 &&
           partners.numbers.contains(0);
  }
  // Through copies, conversions and complements.
  Turned origin_of(uint32_t reg) const {
    bool is_turned = false;
    for (size_t steps = loads_.writers_.size(); steps > 0; --steps) {
      if (loads_.writers_[reg].size() != 1) break;
      const Instruction& i = at(loads_.writers_[reg][0]);
      const bool passes =
          i.opcode == Opcode::mov || i.opcode == Opcode::cvt || i.opcode == Opcode::not_;
      if (!passes || i.guarded || i.operands[1].kind != Operand::Kind::reg) break;
      is_turned ^= i.opcode == Opcode::not_;
      reg = i.operands[1].index;
    }
    return {reg, is_turned};
  }

  const CheckedLoads& loads_;
  const uint32_t load_;
  std::vector<bool> tainted_;  // by register
  std::set<uint32_t> atomics_;
  std::map<uint32_t, Partners> partners_;  // by pc
  bool changed_ = false, escapes_ = false;
};

std::vector<uint32_t> CheckedLoads::checking_atomics(uint32_t load) {
  return Spread(*this, load).atomics();
}

}  // namespace simt::ptx
