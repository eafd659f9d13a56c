#include "simt/ptx/checked_loads.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "simt/ptx/conditions.h"
#include "simt/ptx/effects.h"
#include "simt/ptx/facts.h"
#include "simt/ptx/known_ways.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {
namespace {

bool is_of_predicates(const Instruction& i) {
  return i.opcode != Opcode::setp && i.type() == Type::pred;
}

}  // namespace

CheckedLoads::CheckedLoads(const Function& function)
    : function_(function),
      routes_(function),
      origins_(function),
      addresses_(function, origins_),
      checks_(function, origins_, routes_, addresses_),
      swaps_(function, origins_, routes_, addresses_),
      claims_(function, origins_, routes_, addresses_, checks_),
      conditions_(find_all_conditions(function)) {}

// Where the value of one load goes, or one element of a vector.
class CheckedLoads::Spread {
 public:
  Spread(CheckedLoads& loads, uint32_t load, uint32_t element)
      : loads_(loads),
        load_(load),
        address_(at_element(loads, load, element)),
        tainted_(loads.function_.registers.size()) {
    const Operand& values = loads.function_.instructions[load].operands[0];
    const Operand& value = values.elements.empty() ? values : values.elements[element];
    taint(value);
    do {
      changed_ = false;
      for (uint32_t pc = 0; pc < loads.function_.instructions.size() && !escapes_; ++pc)
        if (pc != load_) visit(pc);
    } while (changed_ && !escapes_);
    for (const uint32_t store : stores_) escapes_ = escapes_ || !is_published(store);
    for (uint32_t pc = 0; pc < loads.function_.instructions.size() && !escapes_; ++pc)
      if (has_effect(at(pc)) && is_decided(pc)) decide(pc);
    // Only a compare-and-swap finds out whether what was read from where the value points belongs to it.
    escapes_ = escapes_ || (is_followed_ && !std::ranges::all_of(atomics_, [&](uint32_t pc) {
                              return is_swap(at(pc)) && reads(at(pc).operands[2]);
                            }));
    if (escapes_ && value.kind == Operand::Kind::reg) claim(value.index);
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
    return swap.compared && tainted_[*swap.compared] && is_same_place(at(swap.pc));
  }
  // Whether only lanes whose compare-and-swap found the value there carry it out: for them it is no guess any more.
  bool is_confirmed(uint32_t pc) const {
    return std::ranges::any_of(loads_.swaps_.all(), [&](const Swap& swap) {
      return checks(swap) && (swap.has_swapped.is_comparison(pc) || is_told(swap, pc, true));
    });
  }
  // Whether only lanes carry out an instruction that know that they have swapped, or that they have not.
  bool is_told(const Swap& swap, uint32_t pc, bool has_swapped) const {
    const Fact& fact = has_swapped ? swap.has_swapped : swap.has_failed;
    if (fact.is_known_at(pc) || fact.is_told_by_guard(at(pc), true)) return true;
    std::vector<bool>& reached = reached_[{swap.pc, has_swapped}];
    if (reached.empty()) reached = find_reached(fact, has_swapped);
    return !reached[pc];
  }
  // By pc: whether lanes may come there from the load that do not know it.
  std::vector<bool> find_reached(const Fact& fact, bool has_swapped) const {
    const auto tells = [&](uint32_t pc, const KnownWays::State&) {
      if (!fact.is_comparison(pc)) return Tells{};
      return has_swapped ? told_by_equality(at(pc)) : told_by_difference(at(pc));
    };
    const auto nothing = [](uint32_t, const KnownWays::State&) { return Tells{}; };
    const auto find_ways = [&](const auto& told, const KnownWays::Visit& visit) {
      return KnownWays(loads_.function_, loads_.origins_, loads_.routes_, told, visit);
    };
    // What is known where they load, unless those come there again that know it.
    std::optional<KnownWays::State> at_load;
    KnownWays before = find_ways(tells, [&](uint32_t pc, const KnownWays::State& state) {
      if (pc == load_ && at_load) at_load->join(state);
      if (pc == load_ && !at_load) at_load = state;
      return true;
    });
    before.follow_from({{0, {}}});
    bool come_again = false;
    find_ways(nothing, [&](uint32_t pc, const KnownWays::State&) {
      come_again |= pc == load_;
      return true;
    }).follow_from(before.ends());
    std::vector<bool> reached(loads_.function_.instructions.size());
    find_ways(tells, [&](uint32_t pc, const KnownWays::State&) {
      return reached[pc] = true;
    }).follow_after(load_, come_again || !at_load ? KnownWays::State{} : *at_load);
    return reached;
  }
  // The same of one of the two operands that a select takes.
  bool is_chosen_confirmed(uint32_t pc, size_t operand) const {
    const Instruction& i = at(pc);
    if (i.opcode != Opcode::selp || operand > 2 || i.operands[3].kind != Operand::Kind::reg)
      return false;
    return std::ranges::any_of(loads_.swaps_.all(), [&](const Swap& swap) {
      return checks(swap) && swap.has_swapped.is_told_by(i.operands[3].index, operand == 1);
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
  bool goes_by_value(uint32_t pc) const { return at(pc).guarded && tainted_[at(pc).guard]; }
  // Whether the value decides if lanes come to it, or carry it out.
  bool is_decided(uint32_t pc) const {
    return goes_by_value(pc) ||
           std::ranges::any_of(loads_.conditions_[pc],
                               [&](uint32_t condition) { return goes_by_value(condition); });
  }

  void visit(uint32_t pc) {
    const Instruction& i = at(pc);
    const bool writes = has_destination(i);
    const bool takes = this->takes(pc);
    if (is_atomic(i)) {
      if (takes) take(pc);
      return;
    }
    if (takes && is_plain_store(i) && !reads(i.operands[0])) {
      stores_.insert(pc);
      return;
    }
    if (takes && (has_effect(i) || info_of(i.opcode).control == Control::jump)) {
      escapes_ = true;
      return;
    }
    is_followed_ |= takes && info_of(i.opcode).access == Access::load;
    if (takes) takers_.insert(pc);
    if (writes && (takes || tells_of_way(pc))) taint(i.operands[0]);
  }

  // Whether a register that an instruction writes tells which way lanes went for the value: one that is written elsewhere as
  // well.
  bool tells_of_way(uint32_t pc) const {
    const Instruction& i = at(pc);
    bool tells = false;
    if (is_decided(pc))
      for_registers(i.operands[0], [&](uint32_t r) {
        tells |= i.guarded || loads_.origins_.writers_of(r).size() > 1;
      });
    return tells;
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
    return result.kind == Operand::Kind::reg && loads_.origins_.is_read(result.index);
  }

  // Whether a store of the value is part of what only a compare-and-swap that checks it publishes.
  bool is_published(uint32_t store) const {
    return std::ranges::any_of(loads_.swaps_.all(), [&](const Swap& swap) {
      return atomics_.contains(swap.pc) && loads_.swaps_.publishes(swap, store, tainted_);
    });
  }

  // The value decides about something that others may see.
  void decide(uint32_t pc) {
    if (atomics_.contains(pc) || stores_.contains(pc)) return;
    const bool checks =
        is_same_place(at(pc)) &&
        (is_repeatable(at(pc)) ? is_checked(pc) || loads_.checks_.is_all_there_is(pc)
                               : is_swap(at(pc)) && loads_.checks_.swaps_once(pc));
    if (checks)
      atomics_.insert(pc);
    else if (!is_decided_again(pc) && !is_needless_if_left_out(pc))
      escapes_ = true;
  }

  // Whether an atomic of another address that changes nothing when it is repeated is left out, for the value, only where a
  // value of that address says that it would change nothing: `if (least > x || most < x) { atomicMin(&least, x);
  // atomicMax(&most, x); }`.
  bool is_needless_if_left_out(uint32_t pc) const {
    if (!is_repeatable(at(pc)) || is_same_place(at(pc))) return false;
    const Fact needless = loads_.checks_.find_needless(pc);
    if (at(pc).guarded && !needless.is_told_by_guard(at(pc), false)) return false;
    return std::ranges::all_of(loads_.conditions_[pc], [&](uint32_t condition) {
      if (!goes_by_value(condition) || needless.is_known_at(condition)) return true;
      bool is_left_out = false;
      loads_.routes_.after(
          condition,
          [&](uint32_t to) {
            is_left_out |= to == condition || info_of(at(to).opcode).control == Control::leave;
            return !is_left_out && to != pc;
          },
          [&](uint32_t block, size_t s) {
            return !needless.is_told_on_way(loads_.routes_, block, s);
          });
      return !is_left_out;
    });
  }

  // All that the value reaches and decides may be right if atomics claim something there.
  void claim(uint32_t value) {
    const std::vector<uint32_t> claims = loads_.claims_.at(address_);
    if (claims.empty()) return;
    const size_t size = loads_.function_.instructions.size();
    const auto takes_any = [&](const Instruction& i) {
      return std::any_of(i.operands.begin() + has_destination(i), i.operands.end(),
                         [&](const Operand& operand) { return reads(operand); });
    };
    do {
      changed_ = false;
      for (uint32_t pc = 0; pc < size; ++pc) {
        const Instruction& i = at(pc);
        if (pc != load_ && has_destination(i) && (takes_any(i) || tells_of_way(pc)))
          taint(i.operands[0]);
      }
    } while (changed_);
    std::vector<bool> acts(size);
    for (uint32_t pc = 0; pc < size; ++pc) {
      acts[pc] = has_effect(at(pc)) && (is_decided(pc) || takes_any(at(pc)));
      if (info_of(at(pc).opcode).control == Control::jump && takes_any(at(pc))) return;
    }
    if (!loads_.claims_.settle(load_, address_, value, claims, acts)) return;
    escapes_ = false;
    atomics_ = {claims.begin(), claims.end()};
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
      for (const uint32_t writer : loads_.origins_.writers_of(reg))
        if (deciding.insert(writer).second)
          for (const Operand& operand : at(writer).operands)
            for_registers(operand, [&](uint32_t r) { open.push_back(r); });
    }
    return deciding;
  }

  // Whether what an atomic that checks the value has returned decides as well, by the same comparison: `if (*best < x &&
  // atomicMax(best, x) < x)`; of a compare-and-swap, that it has swapped.
  bool is_decided_again(uint32_t pc) const {
    const std::set<uint32_t> deciding = find_deciding(pc, false);
    return std::ranges::any_of(atomics_, [&](uint32_t atomic) {
      if (is_swap(at(atomic))) return is_of_outcome(atomic, pc);
      return deciding.contains(atomic) && loads_.routes_.find_dominated(atomic)[pc] &&
             std::ranges::any_of(deciding, [&](uint32_t by) { return decides_again(atomic, by); });
    });
  }
  // Whether only lanes that have swapped carry out an instruction or, of a swap that compares with the value, only those
  // that have not.
  bool is_of_outcome(uint32_t swap_pc, uint32_t pc) const {
    return std::ranges::any_of(loads_.swaps_.all(), [&](const Swap& swap) {
      return swap.pc == swap_pc &&
             (is_told(swap, pc, true) || (checks(swap) && is_told(swap, pc, false)));
    });
  }
  // Whether an instruction compares what the atomic has returned with what that stores or, of bits, looks for these. Where
  // all store the same number, it may as well compare it with what the value was compared with.
  bool decides_again(uint32_t atomic_pc, uint32_t by) const {
    const Instruction &atomic = at(atomic_pc), &i = at(by);
    if ((i.opcode != Opcode::setp && i.opcode != Opcode::and_) || !has_destination(atomic) ||
        atomic.operands[0].kind != Operand::Kind::reg)
      return false;
    const uint32_t result = loads_.origins_.of(atomic.operands[0].index).reg;
    const auto is_result = [&](const Operand& operand) {
      return operand.kind == Operand::Kind::reg && loads_.origins_.of(operand.index).reg == result;
    };
    if (!std::any_of(i.operands.begin() + 1, i.operands.end(), is_result)) return false;
    const Partners partners = loads_.checks_.partners_of(i, is_result);
    return loads_.checks_.is_stored(partners, atomic) ||
           loads_.checks_.are_bits(partners, atomic) ||
           (i.opcode == Opcode::setp && loads_.checks_.is_all_there_is(atomic_pc) &&
            is_compared_with(partners, atomic_pc));
  }
  // Whether the value itself, compared with these alone, decides about an atomic.
  bool is_compared_with(const Partners& partners, uint32_t atomic) const {
    const auto is_value = [&](const Operand& operand) { return reads(operand); };
    return std::ranges::all_of(find_deciding(atomic, true), [&](uint32_t pc) {
      const Instruction& i = at(pc);
      if (!takers_.contains(pc) || Origins::hands_on(i) || is_of_predicates(i)) return true;
      return i.opcode == Opcode::setp && loads_.checks_.partners_of(i, is_value) == partners;
    });
  }

  // Whether the value itself is compared with what the atomic stores, and decides by nothing else. Of bits: with those
  // that an `or` sets, or those that an `and` leaves out.
  bool is_checked(uint32_t atomic_pc) const {
    const Instruction& atomic = at(atomic_pc);
    const bool clears = atomic.has(Modifier::and_), sets = atomic.has(Modifier::or_);
    const std::set<uint32_t> deciding = find_deciding(atomic_pc, true);
    const auto is_value = [&](const Operand& operand) { return reads(operand); };
    bool is_masked = false, is_turned = false;
    std::set<uint32_t> undone;
    for (const uint32_t pc : deciding) {
      if (!takers_.contains(pc) || is_of_predicates(at(pc))) continue;
      for (const Operand& operand : at(pc).operands)
        if (at(pc).opcode == Opcode::setp && is_value(operand))
          for (const uint32_t step : loads_.checks_.undone_by(at(pc), operand)) undone.insert(step);
      if (at(pc).opcode != Opcode::and_) continue;
      is_masked = true;
      for (const Operand& operand : at(pc).operands)
        if (operand.kind == Operand::Kind::reg && &operand != &at(pc).operands[0] &&
            is_value(operand))
          is_turned |= loads_.origins_.of(operand.index).is_turned;
    }
    // One of several bits that is set says nothing of the others, and neither does one that is missing.
    const bool is_for_all = (clears || sets) && loads_.checks_.has_several_bits(atomic);
    bool found = false;
    for (const uint32_t pc : deciding) {
      if (!takers_.contains(pc)) continue;
      const Instruction& i = at(pc);
      if (i.opcode != Opcode::setp && i.opcode != Opcode::and_) {
        const bool is_turned_over = i.opcode == Opcode::not_ && !is_of_predicates(i) && !is_masked;
        if (!undone.contains(pc) && (is_turned_over || !keeps_value(i, atomic))) return false;
        continue;
      }
      if (is_of_predicates(i)) continue;
      const Partners partners = loads_.checks_.partners_of(i, is_value);
      const bool is_bits = i.opcode == Opcode::and_;
      const bool is_stored = loads_.checks_.are_bits(partners, atomic) ||
                             (!is_bits && loads_.checks_.is_stored(partners, atomic));
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
    return Origins::hands_on(i) || i.opcode == Opcode::selp ||
           (i.opcode == Opcode::or_ && is_of_predicates(i)) || is_kept_or_turned(i) ||
           (i.opcode == Opcode::max && atomic.has(Modifier::max)) ||
           (i.opcode == Opcode::min && atomic.has(Modifier::min));
  }
  // An exclusive or with a constant, as clang turns predicates.
  bool is_kept_or_turned(const Instruction& i) const {
    return i.opcode == Opcode::xor_ && is_of_predicates(i) &&
           std::any_of(i.operands.begin() + 1, i.operands.end(), [&](const Operand& operand) {
             return loads_.origins_.number_in(operand).has_value();
           });
  }

  CheckedLoads& loads_;
  const uint32_t load_;
  const Operand address_;
  std::vector<bool> tainted_;  // by register
  std::set<uint32_t> atomics_;
  std::set<uint32_t> takers_;  // what computes something of the value, by pc
  std::set<uint32_t> stores_;  // plain stores of the value, at addresses that do not depend on it
  mutable std::map<std::pair<uint32_t, bool>, std::vector<bool>>
      reached_;               // by swap and its outcome
  bool is_followed_ = false;  // something is read from where the value points
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

bool CheckedLoads::is_behind_claim(uint32_t load, uint32_t atomic) const {
  const std::vector<uint32_t> claims = claims_.at(function_.instructions[load].operands[1]);
  return std::ranges::count(claims, atomic) > 0 && claims_.is_behind(load, atomic);
}

bool CheckedLoads::holds_beside(uint32_t atomic, uint32_t other) const {
  const Instruction &checks = function_.instructions[atomic], &i = function_.instructions[other];
  if (is_swap(checks) && !origins_.number_in(checks.operands[2])) return true;
  const auto both = [&](Modifier operation) { return checks.has(operation) && i.has(operation); };
  return checks.type() == i.type() &&
         (both(Modifier::min) || both(Modifier::max) || both(Modifier::and_) ||
          both(Modifier::or_) || both(Modifier::cas));
}

}  // namespace simt::ptx
