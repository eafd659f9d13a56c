#include "simt/ptx/known_ways.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/types.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {
namespace {

bool writes_predicate(const Instruction& i) { return i.type() == Type::pred; }

bool takes_register(const Instruction& i, uint32_t reg) {
  bool found = false;
  for (size_t o = has_destination(i); o < i.operands.size(); ++o)
    for_registers(i.operands[o], [&](uint32_t r) { found |= r == reg; });
  return found;
}

bool is_same_operand(const Operand& a, const Operand& b) {
  return a.kind == b.kind && a.index == b.index && a.bits == b.bits && a.negated == b.negated &&
         (a.kind == Operand::Kind::reg || a.kind == Operand::Kind::immediate);
}

bool is_same_comparison(const Instruction& a, const Instruction& b) {
  return a.opcode == Opcode::setp && b.opcode == Opcode::setp && a.modifiers == b.modifiers &&
         a.type() == b.type() && a.operands.size() == 3 && b.operands.size() == 3 &&
         is_same_operand(a.operands[1], b.operands[1]) &&
         is_same_operand(a.operands[2], b.operands[2]);
}

}  // namespace

std::optional<bool> compare_numbers(const Instruction& comparison, uint64_t a, uint64_t b) {
  const Type type = comparison.type();
  if (comparison.operands.size() != 3 || is_float(type)) return std::nullopt;
  const uint64_t ones = size_of(type) < 8 ? 0xffffffff : ~uint64_t{0};
  const uint64_t sign = is_signed(type) ? ones / 2 + 1 : 0;
  a = (a & ones) ^ sign;
  b = (b & ones) ^ sign;
  const auto has = [&](auto... modifiers) { return (comparison.has(modifiers) || ...); };
  if (has(Modifier::eq)) return a == b;
  if (has(Modifier::ne)) return a != b;
  if (has(Modifier::lt, Modifier::lo)) return a < b;
  if (has(Modifier::le, Modifier::ls)) return a <= b;
  if (has(Modifier::gt, Modifier::hi)) return a > b;
  if (has(Modifier::ge, Modifier::hs)) return a >= b;
  return std::nullopt;
}

bool KnownWays::State::join(const State& other) {
  bool changed = false;
  for (auto mine = numbers.begin(); mine != numbers.end();) {
    const auto found = other.numbers.find(mine->first);
    if (found == other.numbers.end() || found->second.bits != mine->second.bits) {
      mine = numbers.erase(mine);
      changed = true;
      continue;
    }
    changed |= found->second.is_told && !mine->second.is_told;
    mine->second.is_told |= found->second.is_told;
    ++mine;
  }
  const auto keep_common = [&](auto& mine, const auto& others) {
    changed |= std::erase_if(mine, [&](const auto& entry) {
                 const auto found = others.find(entry.first);
                 return found == others.end() || found->second != entry.second;
               }) > 0;
  };
  keep_common(asked, other.asked);
  keep_common(answers, other.answers);
  keep_common(held, other.held);
  const size_t before = stale.size();
  stale.insert(other.stale.begin(), other.stale.end());
  changed |= stale.size() != before || moved < other.moved || has_asked > other.has_asked;
  changed |= std::erase_if(fresh, [&](uint32_t r) { return !other.fresh.contains(r); }) > 0;
  moved |= other.moved;
  has_asked &= other.has_asked;
  return changed;
}

void KnownWays::follow_after(uint32_t pc, const State& state) {
  pass(routes_.block_of(pc), routes_.unit_of(pc) + 1, state);
  go_on();
}

void KnownWays::follow_from(const std::map<uint32_t, State>& blocks) {
  for (const auto& [block, state] : blocks) come_to(block, state);
  go_on();
}

bool KnownWays::is_told_by_guard(const Instruction& i, const State& state) {
  const auto found = i.guarded ? state.numbers.find(i.guard) : state.numbers.end();
  return found != state.numbers.end() && found->second.is_told &&
         (found->second.bits != 0) == i.guard_negated;
}

void KnownWays::go_on() {
  while (!open_.empty()) {
    const uint32_t block = open_.back();
    open_.pop_back();
    pass(block, routes_.flow().blocks[block].first, states_.at(block));
  }
}

void KnownWays::come_to(uint32_t block, const State& state) {
  const auto [found, is_new] = states_.try_emplace(block, state);
  if (is_new || found->second.join(state)) open_.push_back(block);
}

void KnownWays::pass(uint32_t block, uint32_t unit, State state) {
  const Flow& flow = routes_.flow();
  for (; unit < flow.blocks[block].end; ++unit) {
    if (flow.units[unit].branch_around) continue;
    if (!visit_(flow.units[unit].pc, state)) return;
    step(flow.units[unit].pc, state);
  }
  leave(block, state);
}

void KnownWays::leave(uint32_t block, const State& state) {
  const std::vector<uint32_t>& successors = routes_.flow().blocks[block].successors;
  const Instruction& last = routes_.last_of(block);
  const bool is_branch = last.opcode == Opcode::bra && last.guarded && successors.size() == 2;
  for (size_t s = 0; s < successors.size(); ++s) {
    State behind = state;
    if (is_branch) {
      // The first successor is where the branch leads.
      const bool is_true = (s == 0) != last.guard_negated;
      const auto known = state.numbers.find(last.guard);
      if (known != state.numbers.end() && (known->second.bits != 0) != is_true) {
        if (!known->second.is_told) continue;
        const auto [end, is_new] = ends_.try_emplace(successors[s], state);
        if (!is_new) end->second.join(state);
        continue;
      }
      behind.has_asked |= state.fresh.contains(last.guard);
      if (known == state.numbers.end()) behind.numbers[last.guard] = {is_true};
      if (const auto asked = state.asked.find(last.guard); asked != state.asked.end())
        learn(asked->second, is_true, behind);
    }
    come_to(successors[s], behind);
  }
}

// What a comparison says.
void KnownWays::learn(uint32_t pc, bool answer, State& state) const {
  state.answers[pc] = answer;
  const Instruction& i = function_.instructions[pc];
  if (!i.has(answer ? Modifier::eq : Modifier::ne)) return;
  const std::optional<Number> number = number_of(i.operands[2], state);
  if (i.operands[1].kind == Operand::Kind::reg && number)
    state.numbers.try_emplace(i.operands[1].index, *number);
}

void KnownWays::step(uint32_t pc, State& state) const {
  const Instruction& i = function_.instructions[pc];
  if (moving_.contains(pc)) state.moved = true;
  if (!has_destination(i)) return;
  const std::optional<Number> number = result_of(pc, state);
  const std::optional<Held> held = hold_ ? hold_(i, state) : std::nullopt;
  const auto takes_any = [&](const std::set<uint32_t>& registers) {
    return std::ranges::any_of(registers, [&](uint32_t r) { return takes_register(i, r); });
  };
  const bool is_stale = takes_any(state.stale), is_fresh = takes_any(state.fresh);
  for_registers(i.operands[0], [&](uint32_t r) {
    state.numbers.erase(r);
    state.held.erase(r);
    state.asked.erase(r);
    std::erase_if(state.asked, [&](const auto& entry) {
      return takes_register(function_.instructions[entry.second], r);
    });
    std::erase_if(state.answers, [&](const auto& entry) {
      return takes_register(function_.instructions[entry.first], r);
    });
    if (is_stale)
      state.stale.insert(r);
    else if (!i.guarded)
      state.stale.erase(r);
    if (is_fresh)
      state.fresh.insert(r);
    else
      state.fresh.erase(r);
  });
  if (i.guarded || i.operands[0].kind != Operand::Kind::reg) return;
  const uint32_t written = i.operands[0].index;
  if (number) state.numbers[written] = *number;
  if (held) state.held[written] = *held;
  if (i.opcode == Opcode::setp && i.operands.size() == 3 && !takes_register(i, written))
    state.asked[written] = pc;
}

std::optional<KnownWays::Number> KnownWays::number_of(const Operand& operand,
                                                      const State& state) const {
  if (operand.kind == Operand::Kind::reg)
    if (const auto found = state.numbers.find(operand.index); found != state.numbers.end()) {
      Number number = found->second;
      if (operand.negated) number.bits = number.bits == 0;
      return number;
    }
  if (const std::optional<uint64_t> bits = origins_.number_in(operand)) return Number{*bits};
  return std::nullopt;
}

std::optional<KnownWays::Number> KnownWays::result_of(uint32_t pc, const State& state) const {
  const Instruction& i = function_.instructions[pc];
  if (i.guarded || i.operands.size() < 2) return std::nullopt;
  const auto number = [&](size_t o) { return number_of(i.operands[o], state); };
  const auto predicate = [](bool value, bool is_told) { return Number{value, is_told}; };
  if (i.opcode == Opcode::setp && i.operands.size() > 2) {
    if (const Tells tells = told_(pc, state); tells.ever()) return predicate(tells.if_false, true);
    const auto answered = std::ranges::find_if(state.answers, [&](const auto& entry) {
      return is_same_comparison(function_.instructions[entry.first], i);
    });
    if (answered != state.answers.end()) return predicate(answered->second, false);
    const auto a = number(1), b = number(2);
    if (!a || !b) return std::nullopt;
    const std::optional<bool> says = compare_numbers(i, a->bits, b->bits);
    return says ? std::optional(predicate(*says, a->is_told || b->is_told)) : std::nullopt;
  }
  if (i.opcode == Opcode::mov) {
    std::optional<Number> moved = number(1);
    if (moved && writes_predicate(i)) moved->bits = moved->bits != 0;
    return moved;
  }
  if (i.opcode == Opcode::selp && i.operands.size() == 4) {
    const auto chooses = number(3);
    if (!chooses) return std::nullopt;
    auto chosen = number(chooses->bits != 0 ? 1 : 2);
    if (chosen) chosen->is_told |= chooses->is_told;
    return chosen;
  }
  if (!writes_predicate(i)) return std::nullopt;
  if (i.opcode == Opcode::not_) {
    const auto turned = number(1);
    return turned ? std::optional(predicate(turned->bits == 0, turned->is_told)) : std::nullopt;
  }
  if (i.operands.size() < 3) return std::nullopt;
  const auto a = number(1), b = number(2);
  // One of the two may do.
  const bool ends = i.opcode == Opcode::or_;
  if (i.opcode == Opcode::and_ || i.opcode == Opcode::or_)
    for (const auto& one : {a, b})
      if (one && (one->bits != 0) == ends) return predicate(ends, one->is_told);
  if (!a || !b) return std::nullopt;
  const bool is_told = a->is_told || b->is_told;
  if (i.opcode == Opcode::xor_) return predicate((a->bits != 0) != (b->bits != 0), is_told);
  if (i.opcode == Opcode::and_ || i.opcode == Opcode::or_) return predicate(!ends, is_told);
  return std::nullopt;
}

}  // namespace simt::ptx
