#include "simt/ptx/claims.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "simt/ptx/effects.h"
#include "simt/ptx/facts.h"
#include "simt/ptx/known_ways.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/types.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {
namespace {

bool claims_a_bit(const Instruction& i) {
  return is_repeatable(i) && (i.has(Modifier::or_) || i.has(Modifier::and_));
}

}  // namespace

std::vector<uint32_t> Claims::at(const Operand& address) const {
  std::vector<uint32_t> claims;
  for (uint32_t pc = 0; pc < function_.instructions.size(); ++pc) {
    const Instruction& i = function_.instructions[pc];
    if (info_of(i.opcode).access == Access::store && addresses_.may_be(address, i.operands[0]))
      return {};
    if (!is_atomic(i) || !addresses_.may_be(address, address_of(i))) continue;
    const Instruction& first = claims.empty() ? i : function_.instructions[claims[0]];
    const auto number = [&](const Instruction& swap) {
      return origins_.number_in(swap.operands[2]);
    };
    const bool is_alike = !i.guarded && i.type() == first.type() &&
                          (is_swap(i) ? is_swap(first) && number(i) && number(i) == number(first)
                                      : claims_a_bit(i) && claims_a_bit(first) &&
                                            i.has(Modifier::or_) == first.has(Modifier::or_));
    if (!is_alike) return {};
    claims.push_back(pc);
  }
  return claims;
}

bool Claims::is_behind(uint32_t load, uint32_t claim) const {
  const Instruction& i = function_.instructions[claim];
  const Operand& address = function_.instructions[load].operands[1];
  if (!is_swap(i) || !addresses_.is(address_of(i), address) || !routes_.find_dominated(claim)[load])
    return false;
  std::set<uint32_t> moving;
  for_registers(address, [&](uint32_t r) { moving.merge(origins_.changers_of(r)); });
  bool moved = false;
  routes_.after(
      claim,
      [&](uint32_t pc) {
        moved |= moving.contains(pc);
        return pc != load && pc != claim;
      },
      Routes::all);
  return !moved;
}

class Claims::Settlement {
 public:
  Settlement(const Claims& all, uint32_t load, const Operand& address, uint32_t value,
             const std::vector<uint32_t>& claims, const std::vector<bool>& acts)
      : all_(all), load_(load), value_(value), claims_(claims), acts_(acts) {
    for_registers(address, [&](uint32_t r) { moving_.merge(all.origins_.changers_of(r)); });
    find_stale();
    for (uint32_t pc = 0; pc < all.function_.instructions.size(); ++pc)
      if (at(pc).opcode == Opcode::ld && at(pc).space() != Space::param &&
          all.addresses_.may_be(address, at(pc).operands[1]))
        looks_.insert(pc);
  }

  bool is_settled() {
    if (std::ranges::any_of(claims_, [&](uint32_t claim) { return all_.is_behind(load_, claim); }))
      return true;
    KnownWays unknown(
        all_.function_, all_.origins_, all_.routes_,
        [&](uint32_t pc, const State& state) { return tells_of_none_left(at(pc), state); },
        [&](uint32_t pc, const State& state) { return visit_unknown(pc, state); });
    unknown.set_hold([&](const Instruction& i, const State& s) { return held_by(i, s, nullptr); });
    unknown.set_moving(moving_);
    State state;
    state.held[value_] = KnownWays::Held::value;
    unknown.follow_after(load_, state);
    if (!is_settled_) return false;
    std::map<uint32_t, State> ends = unknown.ends();
    for (auto& [block, end] : ends)
      std::erase_if(end.numbers, [](const auto& entry) { return entry.second.is_told; });
    KnownWays none_left(
        all_.function_, all_.origins_, all_.routes_, [](uint32_t, const State&) { return Tells{}; },
        [&](uint32_t pc, const State& s) { return visit_after(pc, s, if_none_left_, false); });
    none_left.set_moving(moving_);
    none_left.follow_from(ends);
    return std::ranges::all_of(claims_, [&](uint32_t claim) { return is_settled_after(claim); });
  }

 private:
  using State = KnownWays::State;
  // What a lane does: an instruction, by pc, or one of these.
  static constexpr uint32_t leaves = 0xffffffff, looks_elsewhere = 0xfffffffe,
                            claims_elsewhere = 0xfffffffd;
  using Doings = std::set<uint32_t>;

  const Instruction& at(uint32_t pc) const { return all_.function_.instructions[pc]; }
  bool is_look(uint32_t pc) const { return pc == load_ || looks_.contains(pc); }
  bool is_claim(uint32_t pc) const { return std::ranges::count(claims_, pc) > 0; }

  void find_stale() {
    stale_.insert(value_);
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t pc = 0; pc < all_.function_.instructions.size(); ++pc) {
        const Instruction& i = at(pc);
        if (!has_destination(i) || is_claim(pc)) continue;
        bool takes = false;
        for (size_t o = 1; o < i.operands.size(); ++o)
          for_registers(i.operands[o], [&](uint32_t r) { takes |= stale_.contains(r); });
        if (takes)
          for_registers(i.operands[0], [&](uint32_t r) { changed |= stale_.insert(r).second; });
      }
    }
  }

  // A value that nobody has looked at yet, or that says that something is left.
  bool visit_unknown(uint32_t pc, const State& state) {
    if (is_claim(pc)) return false;
    const bool leaves_here = info_of(at(pc).opcode).control == Control::leave;
    if (KnownWays::is_told_by_guard(at(pc), state)) {
      if (leaves_here || acts_[pc]) if_none_left_.insert(leaves_here ? leaves : pc);
    } else if (pc == load_ || leaves_here || acts_[pc]) {
      is_settled_ = false;
    }
    return is_settled_;
  }

  bool visit_after(uint32_t pc, const State& state, Doings& doings, bool may_be_stale) {
    if (is_look(pc) && state.moved) {
      doings.insert(looks_elsewhere);
      return false;
    }
    if (pc == load_ || is_claim(pc)) {
      if (state.moved)
        doings.insert(claims_elsewhere);
      else
        looks_again_ |= may_be_stale;
      return pc != load_ && !state.moved && !may_be_stale;
    }
    if (may_be_stale && KnownWays::is_told_by_guard(at(pc), state)) return true;
    if (info_of(at(pc).opcode).control == Control::leave) doings.insert(leaves);
    if (!acts_[pc]) return true;
    doings.insert(pc);
    if (!may_be_stale) return true;
    bool is_told = state.has_asked;
    for (const Operand& operand : at(pc).operands)
      for_registers(operand, [&](uint32_t r) {
        is_settled_ &= !state.stale.contains(r);
        is_told |= state.fresh.contains(r);
      });
    is_settled_ &= is_told;
    return is_settled_;
  }

  bool is_settled_after(uint32_t claim) {
    State state;
    state.stale = stale_;
    if (has_destination(at(claim)) && at(claim).operands[0].kind == Operand::Kind::reg) {
      state.held[at(claim).operands[0].index] = KnownWays::Held::value;
      state.fresh.insert(at(claim).operands[0].index);
      state.stale.erase(at(claim).operands[0].index);
    }
    Doings doings;
    looks_again_ = false;
    KnownWays others_first(
        all_.function_, all_.origins_, all_.routes_,
        [&](uint32_t pc, const State& s) { return tells_of_success(at(pc), s, at(claim)); },
        [&](uint32_t pc, const State& s) { return visit_after(pc, s, doings, true); });
    others_first.set_hold(
        [&](const Instruction& i, const State& s) { return held_by(i, s, &at(claim)); });
    others_first.set_moving(moving_);
    others_first.follow_after(claim, state);
    return is_settled_ && (doings == if_none_left_ ||
                           (looks_again_ && std::ranges::includes(if_none_left_, doings)));
  }

  // What an instruction makes of the value, or of what the claim has returned.
  std::optional<KnownWays::Held> held_by(const Instruction& i, const State& state,
                                         const Instruction* claim) const {
    using Held = KnownWays::Held;
    const auto is = [&](size_t o, Held what) { return held_in(i.operands[o], state) == what; };
    const auto is_number = [&](size_t o, uint64_t number) {
      return all_.origins_.number_in(i.operands[o]) == number;
    };
    if (i.opcode == Opcode::mov) return held_in(i.operands[1], state);
    if (i.opcode == Opcode::not_ && is(1, Held::value)) return Held::turned;
    if (i.opcode == Opcode::not_ && is(1, Held::turned)) return Held::value;
    if (claim == nullptr || i.operands.size() < 3) return std::nullopt;
    if (i.opcode == Opcode::shr && is(1, Held::value) && is_place_of_bit(i.operands[2], *claim))
      return Held::shifted;
    if (i.opcode != Opcode::and_) return std::nullopt;
    for (const size_t o : {1, 2}) {
      if (is(o, Held::shifted) && is_number(3 - o, 1)) return Held::own_bit;
      if (is(o, Held::value) && all_.checks_.are_bits(partners_of(i, o), *claim))
        return Held::own_bits;
    }
    return std::nullopt;
  }
  static std::optional<KnownWays::Held> held_in(const Operand& operand, const State& state) {
    const auto found =
        operand.kind == Operand::Kind::reg ? state.held.find(operand.index) : state.held.end();
    return found == state.held.end() ? std::nullopt : std::optional(found->second);
  }
  Partners partners_of(const Instruction& i, size_t o) const {
    return all_.checks_.partners_of(
        i, [&](const Operand& operand) { return &operand == &i.operands[o]; });
  }
  bool is_place_of_bit(const Operand& operand, const Instruction& claim) const {
    const Instruction* const shift = all_.checks_.shift_of_bits(claim);
    return shift != nullptr && operand.kind == Operand::Kind::reg &&
           shift->operands[2].kind == Operand::Kind::reg &&
           all_.origins_.of(operand.index) == all_.origins_.of(shift->operands[2].index);
  }

  // That nothing is left to claim.
  Tells tells_of_none_left(const Instruction& i, const State& state) const {
    const Instruction& claim = at(claims_[0]);
    for (const size_t o : {1, 2}) {
      const std::optional<KnownWays::Held> held = held_in(i.operands[o], state);
      if (!held) continue;
      const uint64_t turned = held == KnownWays::Held::turned ? ~uint64_t{0} : 0;
      if (const auto number = all_.origins_.number_in(i.operands[3 - o])) {
        if (!is_swap(claim)) {
          const uint64_t all_claimed = turned ^ (claim.has(Modifier::or_) ? ~uint64_t{0} : 0);
          const uint64_t ones = size_of(i.type()) < 8 ? 0xffffffff : ~uint64_t{0};
          return ((*number ^ all_claimed) & ones) == 0 ? told_by_equality(i) : Tells{};
        }
        const uint64_t empty = *all_.origins_.number_in(claim.operands[2]) ^ turned;
        const std::optional<bool> says =
            o == 1 ? compare_numbers(i, empty, *number) : compare_numbers(i, *number, empty);
        return says ? Tells{.if_true = !*says, .if_false = *says} : Tells{};
      }
      // What the lane itself would put there.
      if (is_swap(claim) && std::ranges::all_of(claims_, [&](uint32_t pc) {
            return all_.checks_.is_swapped_in(partners_of(i, o), at(pc));
          }))
        return told_by_equality(i);
    }
    return {};
  }

  Tells tells_of_success(const Instruction& i, const State& state, const Instruction& claim) const {
    for (const size_t o : {1, 2}) {
      const std::optional<KnownWays::Held> held = held_in(i.operands[o], state);
      const std::optional<uint64_t> number = all_.origins_.number_in(i.operands[3 - o]);
      if (!held || !number) continue;
      if (is_swap(claim)) {
        if (held == KnownWays::Held::value && number == all_.origins_.number_in(claim.operands[2]))
          return told_by_equality(i);
        continue;
      }
      const bool is_bit = held == KnownWays::Held::own_bit;
      if (!all_.checks_.has_one_bit(claim) || (!is_bit && held != KnownWays::Held::own_bits))
        continue;
      // It has succeeded if the bit was not set before, or set before an `and`.
      const bool sets = claim.has(Modifier::or_);
      if (*number == 0) return sets ? told_by_equality(i) : told_by_difference(i);
      if (*number == 1 && is_bit) return sets ? told_by_difference(i) : told_by_equality(i);
    }
    return {};
  }

  const Claims& all_;
  const uint32_t load_, value_;
  const std::vector<uint32_t>& claims_;
  const std::vector<bool>& acts_;
  std::set<uint32_t> moving_;  // instructions that write what the address is computed from
  std::set<uint32_t> stale_;   // registers
  std::set<uint32_t> looks_;   // other loads that may be of that address, as compilers peel loops
  Doings if_none_left_;
  bool is_settled_ = true, looks_again_ = false;
};

bool Claims::settle(uint32_t load, const Operand& address, uint32_t value,
                    const std::vector<uint32_t>& claims, const std::vector<bool>& acts) const {
  return Settlement(*this, load, address, value, claims, acts).is_settled();
}

}  // namespace simt::ptx
