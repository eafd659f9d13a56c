#include "simt/ptx/checked_loads.h"

#include <algorithm>
#include <bit>
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

bool passes_on(const Instruction& i) {
  return i.opcode == Opcode::mov || i.opcode == Opcode::cvt || i.opcode == Opcode::not_;
}

bool is_of_predicates(const Instruction& i) {
  return i.opcode != Opcode::setp && i.type() == Type::pred;
}

bool is_swap(const Instruction& i) {
  return is_atomic(i) && i.has(Modifier::cas) && i.operands.size() > 3;
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
      writers_(function.registers.size()),
      is_read_(function.registers.size()) {
  for (uint32_t pc = 0; pc < function.instructions.size(); ++pc) {
    const Instruction& i = function.instructions[pc];
    if (has_destination(i))
      for_registers(i.operands[0], [&](uint32_t r) { writers_[r].push_back(pc); });
  }
  for (uint32_t pc = 0; pc < function.instructions.size(); ++pc) {
    const Instruction& i = function.instructions[pc];
    if (!is_swap(i) || i.operands[0].kind != Operand::Kind::reg ||
        i.operands[2].kind != Operand::Kind::reg)
      continue;
    Swap swap{pc, i.operands[0].index, i.operands[2].index, {}, {}, {}};
    find_outcomes(swap);
    find_swapped(swap);
    swaps_.push_back(std::move(swap));
  }
  for (const Instruction& i : function.instructions)
    for (size_t o = has_destination(i); o < i.operands.size(); ++o)
      for_registers(i.operands[o], [&](uint32_t r) { is_read_[r] = true; });
}

// Which predicates tell whether it has swapped: comparisons of what it returns with what it compares with, and what is
// computed from these.
void CheckedLoads::find_outcomes(Swap& swap) const {
  const Turned result = origin_of(swap.result), compared = origin_of(swap.compared);
  const auto is = [&](const Operand& operand, const Turned& origin) {
    return operand.kind == Operand::Kind::reg && origin_of(operand.index) == origin;
  };
  const auto outcome_of = [&](const Operand& operand) {
    const auto found = operand.kind == Operand::Kind::reg ? swap.outcomes.find(operand.index)
                                                          : swap.outcomes.end();
    return found == swap.outcomes.end() ? Outcome{} : found->second;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t pc = 0; pc < function_.instructions.size(); ++pc) {
      const Instruction& i = function_.instructions[pc];
      if (!has_destination(i) || i.operands[0].kind != Operand::Kind::reg || i.guarded ||
          writers_[i.operands[0].index].size() != 1)
        continue;
      Outcome outcome;
      if (i.opcode == Opcode::setp && i.operands.size() >= 3 &&
          ((is(i.operands[1], result) && is(i.operands[2], compared)) ||
           (is(i.operands[2], result) && is(i.operands[1], compared)))) {
        outcome.swapped_if_true = (i.has(Modifier::eq) || i.has(Modifier::equ)) &&
                                  !i.has(Modifier::or_) && !i.has(Modifier::xor_);
        outcome.swapped_if_false = (i.has(Modifier::ne) || i.has(Modifier::neu)) &&
                                   !i.has(Modifier::and_) && !i.has(Modifier::xor_);
        swap.comparisons.insert(pc);
      } else if (i.opcode == Opcode::mov) {
        outcome = outcome_of(i.operands[1]);
      } else if (i.opcode == Opcode::not_) {
        const Outcome turned = outcome_of(i.operands[1]);
        outcome = {turned.swapped_if_false, turned.swapped_if_true};
      } else if (i.opcode == Opcode::and_) {
        outcome.swapped_if_true =
            outcome_of(i.operands[1]).swapped_if_true || outcome_of(i.operands[2]).swapped_if_true;
      } else if (i.opcode == Opcode::or_) {
        outcome.swapped_if_false = outcome_of(i.operands[1]).swapped_if_false ||
                                   outcome_of(i.operands[2]).swapped_if_false;
      }
      if (outcome.swapped_if_true || outcome.swapped_if_false)
        changed |= swap.outcomes.try_emplace(i.operands[0].index, outcome).second;
    }
  }
}

// What only lanes come to that have swapped: all that cannot be reached by other edges.
void CheckedLoads::find_swapped(Swap& swap) const {
  swap.swapped.assign(function_.instructions.size(), true);
  std::vector<bool> seen(flow_.blocks.size());
  std::vector<uint32_t> open = {0};
  while (!open.empty()) {
    const uint32_t block = open.back();
    open.pop_back();
    if (block >= flow_.blocks.size() || seen[block]) continue;
    seen[block] = true;
    for (uint32_t u = flow_.blocks[block].first; u < flow_.blocks[block].end; ++u)
      if (!flow_.units[u].branch_around) swap.swapped[flow_.units[u].pc] = false;
    const Unit& last = flow_.units[flow_.blocks[block].end - 1];
    const Instruction& i = function_.instructions[last.pc];
    const std::vector<uint32_t>& successors = flow_.blocks[block].successors;
    const auto outcome = i.guarded ? swap.outcomes.find(i.guard) : swap.outcomes.end();
    if (i.opcode != Opcode::bra || successors.size() != 2 || outcome == swap.outcomes.end()) {
      open.insert(open.end(), successors.begin(), successors.end());
      continue;
    }
    // The first one is where the branch leads.
    if (!outcome->second.swapped_if(!i.guard_negated)) open.push_back(successors[0]);
    if (!outcome->second.swapped_if(i.guard_negated)) open.push_back(successors[1]);
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

// Through copies, conversions and complements.
CheckedLoads::Turned CheckedLoads::origin_of(uint32_t reg) const {
  bool is_turned = false;
  for (size_t steps = writers_.size(); steps > 0; --steps) {
    if (writers_[reg].size() != 1) break;
    const Instruction& i = function_.instructions[writers_[reg][0]];
    if (!passes_on(i) || i.guarded || i.operands[1].kind != Operand::Kind::reg) break;
    is_turned ^= i.opcode == Opcode::not_;
    reg = i.operands[1].index;
  }
  return {reg, is_turned};
}

// Where the value of one load goes, or one element of a vector.
class CheckedLoads::Spread {
 public:
  Spread(const CheckedLoads& loads, uint32_t load, uint32_t element)
      : loads_(loads), address_(at_element(loads, load, element)), tainted_(loads.writers_.size()) {
    const Operand& values = loads.function_.instructions[load].operands[0];
    taint(values.elements.empty() ? values : values.elements[element]);
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
  bool is_same_place(const Instruction& atomic) const {
    return loads_.addresses_.may_be(address_, address_of(atomic));
  }

 private:
  static Operand at_element(const CheckedLoads& loads, uint32_t load, uint32_t element) {
    const Instruction& i = loads.function_.instructions[load];
    Operand address = i.operands[1];
    address.offset += element * size_of(i.type());
    return address;
  }

  const Instruction& at(uint32_t pc) const { return loads_.function_.instructions[pc]; }

  void taint(const Operand& operand) {
    for_registers(operand, [&](uint32_t r) {
      changed_ |= !tainted_[r];
      tainted_[r] = true;
    });
  }

  // Whether a compare-and-swap compares with the value.
  bool checks(const Swap& swap) const {
    return tainted_[swap.compared] && is_same_place(at(swap.pc));
  }
  // Whether only lanes whose compare-and-swap found the value there carry it out: for them it is no guess any more.
  bool is_confirmed(uint32_t pc) const {
    return std::ranges::any_of(loads_.swaps_, [&](const Swap& swap) {
      if (!checks(swap)) return false;
      if (swap.swapped[pc] || swap.comparisons.contains(pc)) return true;
      const auto outcome = at(pc).guarded ? swap.outcomes.find(at(pc).guard) : swap.outcomes.end();
      return outcome != swap.outcomes.end() && outcome->second.swapped_if(!at(pc).guard_negated);
    });
  }
  // The same of one of the two operands that a select takes.
  bool is_chosen_confirmed(uint32_t pc, size_t operand) const {
    const Instruction& i = at(pc);
    if (i.opcode != Opcode::selp || operand > 2 || i.operands[3].kind != Operand::Kind::reg)
      return false;
    return std::ranges::any_of(loads_.swaps_, [&](const Swap& swap) {
      const auto outcome = swap.outcomes.find(i.operands[3].index);
      return outcome != swap.outcomes.end() && checks(swap) &&
             outcome->second.swapped_if(operand == 1);
    });
  }
  bool reads(const Operand& operand) const {
    bool found = false;
    for_registers(operand, [&](uint32_t r) { found |= tainted_[r]; });
    return found;
  }
  bool takes(uint32_t pc) const {
    const Instruction& i = at(pc);
    bool found = false;
    for (size_t o = has_destination(i); o < i.operands.size(); ++o)
      found |= reads(i.operands[o]) && !is_chosen_confirmed(pc, o);
    return found && !is_confirmed(pc);
  }
  // Whether the value decides if lanes come to it, or carry it out.
  bool is_decided(uint32_t pc) const {
    const auto goes_by_value = [&](uint32_t condition) {
      const Instruction& i = at(condition);
      return i.guarded && tainted_[i.guard];
    };
    return (at(pc).guarded && goes_by_value(pc)) ||
           std::ranges::any_of(loads_.conditions_[pc], goes_by_value);
  }

  void visit(uint32_t pc) {
    const Instruction& i = at(pc);
    const bool writes = has_destination(i);
    const bool takes = this->takes(pc);
    if (is_atomic(i)) {
      if (takes) take(pc);
      return;
    }
    const OpcodeInfo& info = info_of(i.opcode);
    if (takes && (has_effect(i) || info.access == Access::load || info.control == Control::jump)) {
      escapes_ = true;
      return;
    }
    if (takes) takers_.insert(pc);
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
    if (is_swap(i) && !reads(i.operands[1]) && reads(i.operands[2]) && is_same_place(i) &&
        is_looked_at(i.operands[0]))
      atomics_.insert(pc);
    else
      escapes_ = true;
  }

  // Where nobody looks at what a compare-and-swap returns, nobody tries again: what it has not swapped is lost.
  bool is_looked_at(const Operand& result) const {
    return result.kind == Operand::Kind::reg && loads_.is_read_[result.index];
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

  struct Partners {
    std::set<Turned> registers;
    std::set<uint64_t> numbers;
    bool is_empty() const { return registers.empty() && numbers.empty(); }
  };

  // What a value is compared or combined with, which an operand is or is not.
  template <typename IsValue>
  Partners partners_of(const Instruction& i, IsValue is_value) const {
    Partners partners;
    for (size_t o = has_destination(i); o < i.operands.size(); ++o) {
      const Operand& operand = i.operands[o];
      if (operand.kind == Operand::Kind::immediate) {
        partners.numbers.insert(number_of(i, operand.bits));
        if (const auto neighbour = find_neighbour(i, operand))
          partners.numbers.insert(number_of(i, *neighbour));
      }
      if (operand.kind == Operand::Kind::reg && !is_value(operand))
        partners.registers.insert(loads_.origin_of(operand.index));
    }
    return partners;
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

  // Whether what an atomic that checks the value has returned decides as well, by the same comparison: `if (*best < x &&
  // atomicMax(best, x) < x)`.
  bool is_decided_again(uint32_t pc) const {
    const std::set<uint32_t> deciding = find_deciding(pc, false);
    return std::ranges::any_of(atomics_, [&](uint32_t atomic) {
      return deciding.contains(atomic) && loads_.find_dominated(atomic)[pc] &&
             std::ranges::any_of(deciding, [&](uint32_t by) { return decides_again(atomic, by); });
    });
  }
  // Whether an instruction compares what the atomic has returned with what that stores or, of bits, looks for these.
  bool decides_again(uint32_t atomic_pc, uint32_t by) const {
    const Instruction &atomic = at(atomic_pc), &i = at(by);
    if (is_swap(atomic))
      return std::ranges::any_of(loads_.swaps_, [&](const Swap& swap) {
        return swap.pc == atomic_pc && swap.comparisons.contains(by);
      });
    if ((i.opcode != Opcode::setp && i.opcode != Opcode::and_) || !has_destination(atomic) ||
        atomic.operands[0].kind != Operand::Kind::reg)
      return false;
    const uint32_t result = loads_.origin_of(atomic.operands[0].index).first;
    const auto is_result = [&](const Operand& operand) {
      return operand.kind == Operand::Kind::reg && loads_.origin_of(operand.index).first == result;
    };
    if (!std::any_of(i.operands.begin() + 1, i.operands.end(), is_result)) return false;
    const Partners partners = partners_of(i, is_result);
    const Operand& stored = atomic.operands[first_value_of(atomic)];
    return is_among(partners, atomic, stored, false) || is_among(partners, atomic, stored, true) ||
           is_first_one(partners, atomic, stored);
  }

  // Whether the value itself is compared with what the atomic stores, and decides by nothing else. Of bits: with those
  // that an `or` sets, or those that an `and` leaves out.
  bool is_checked(uint32_t atomic_pc, const Operand& stored) const {
    const Instruction& atomic = at(atomic_pc);
    const bool clears = atomic.has(Modifier::and_), sets = atomic.has(Modifier::or_);
    const std::set<uint32_t> deciding = find_deciding(atomic_pc, true);
    const auto is_value = [&](const Operand& operand) { return reads(operand); };
    bool is_masked = false, is_turned = false;
    for (const uint32_t pc : deciding) {
      if (!takers_.contains(pc) || is_of_predicates(at(pc)) || at(pc).opcode != Opcode::and_)
        continue;
      is_masked = true;
      for (const Operand& operand : at(pc).operands)
        if (operand.kind == Operand::Kind::reg && &operand != &at(pc).operands[0] &&
            is_value(operand))
          is_turned |= loads_.origin_of(operand.index).second;
    }
    // One of several bits that is set says nothing of the others, and neither does one that is missing.
    const bool is_for_all = (clears || sets) && has_several_bits(atomic, stored, clears);
    bool found = false;
    for (const uint32_t pc : deciding) {
      if (!takers_.contains(pc)) continue;
      const Instruction& i = at(pc);
      if (i.opcode != Opcode::setp && i.opcode != Opcode::and_) {
        if (!keeps_value(i, atomic)) return false;
        continue;
      }
      if (is_of_predicates(i)) continue;
      const Partners partners = partners_of(i, is_value);
      const bool is_bits = i.opcode == Opcode::and_;
      const bool is_stored =
          is_bits ? (clears || sets) && is_among(partners, atomic, stored, clears)
                  : is_among(partners, atomic, stored, false) ||
                        is_first_one(partners, atomic, stored) ||
                        ((clears || sets) && is_among(partners, atomic, stored, true));
      const bool asks_for_bits = is_masked && !is_bits && partners.registers.empty() &&
                                 partners.numbers == std::set<uint64_t>{0};
      if (!is_bits && is_masked && is_for_all) {
        const bool asks_for_any = asks_for_bits != is_turned;  // of the bits, set
        if (asks_for_any == sets) return false;
      }
      found |= is_stored;
      if (!is_stored && !asks_for_bits && !partners.is_empty()) return false;
    }
    return found;
  }
  // Whether an instruction hands on the value as it is, or chooses between it and another. To be less than the larger of
  // two is to be less than one of them.
  bool keeps_value(const Instruction& i, const Instruction& atomic) const {
    return passes_on(i) || i.opcode == Opcode::selp ||
           (i.opcode == Opcode::or_ && is_of_predicates(i)) || is_kept_or_turned(i) ||
           (i.opcode == Opcode::max && atomic.has(Modifier::max)) ||
           (i.opcode == Opcode::min && atomic.has(Modifier::min));
  }
  // An exclusive or with a constant, as clang turns predicates.
  bool is_kept_or_turned(const Instruction& i) const {
    return i.opcode == Opcode::xor_ && is_of_predicates(i) &&
           std::any_of(i.operands.begin() + 1, i.operands.end(),
                       [&](const Operand& operand) { return number_in(operand).has_value(); });
  }
  // Whether it is certain that the atomic sets or clears more than one bit.
  bool has_several_bits(const Instruction& atomic, const Operand& stored, bool turned) const {
    const auto are_several = [&](uint64_t bits) {
      return std::popcount(number_of(atomic, turned ? ~bits : bits)) > 1;
    };
    if (stored.kind == Operand::Kind::immediate) return are_several(stored.bits);
    if (stored.kind != Operand::Kind::reg) return false;
    const auto [reg, is_turned] = loads_.origin_of(stored.index);
    if (is_turned != turned || loads_.writers_[reg].size() != 1) return false;
    const Instruction& i = at(loads_.writers_[reg][0]);
    if (i.opcode != Opcode::shl) return false;
    const std::optional<uint64_t> shifted = number_in(i.operands[1]);
    return shifted && std::popcount(number_of(i, *shifted)) > 1;
  }
  std::optional<uint64_t> number_in(const Operand& operand) const {
    if (operand.kind == Operand::Kind::immediate) return operand.bits;
    if (operand.kind != Operand::Kind::reg) return std::nullopt;
    const auto [reg, is_turned] = loads_.origin_of(operand.index);
    if (is_turned || loads_.writers_[reg].size() != 1) return std::nullopt;
    const Instruction& i = at(loads_.writers_[reg][0]);
    if (i.opcode != Opcode::mov || i.guarded || i.operands[1].kind != Operand::Kind::immediate)
      return std::nullopt;
    return i.operands[1].bits;
  }
  bool is_among(const Partners& partners, const Instruction& atomic, const Operand& stored,
                bool turned) const {
    if (stored.kind == Operand::Kind::immediate)
      return partners.numbers.contains(number_of(atomic, turned ? ~stored.bits : stored.bits));
    if (stored.kind != Operand::Kind::reg) return false;
    const auto [reg, is_turned] = loads_.origin_of(stored.index);
    return partners.registers.contains({reg, is_turned != turned});
  }
  // To be less than 1 is to be 0 where nothing is below.
  static bool is_first_one(const Partners& partners, const Instruction& atomic,
                           const Operand& stored) {
    return atomic.has(Modifier::max) && !is_signed(atomic.type()) &&
           stored.kind == Operand::Kind::immediate && stored.bits == 1 &&
           partners.numbers.contains(0);
  }

  const CheckedLoads& loads_;
  const Operand address_;
  std::vector<bool> tainted_;  // by register
  std::set<uint32_t> atomics_;
  std::set<uint32_t> takers_;  // what computes something of the value, by pc
  bool changed_ = false, escapes_ = false;
};

std::vector<uint32_t> CheckedLoads::checking_atomics(uint32_t load) {
  const uint32_t elements =
      std::max<uint32_t>(1, function_.instructions[load].operands[0].elements.size());
  std::vector<Spread> spreads;
  std::set<uint32_t> atomics;
  for (uint32_t element = 0; element < elements; ++element) {
    const std::vector<uint32_t> found = spreads.emplace_back(*this, load, element).atomics();
    atomics.insert(found.begin(), found.end());
  }
  // What other elements are used for does not matter, unless they are what the atomic changes.
  std::erase_if(atomics, [&](uint32_t pc) {
    return std::ranges::any_of(spreads, [&](const Spread& spread) {
      return spread.is_same_place(function_.instructions[pc]) &&
             std::ranges::count(spread.atomics(), pc) == 0;
    });
  });
  return {atomics.begin(), atomics.end()};
}

}  // namespace simt::ptx
