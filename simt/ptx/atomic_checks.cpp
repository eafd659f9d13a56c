#include "simt/ptx/atomic_checks.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "simt/ptx/effects.h"
#include "simt/ptx/types.h"

namespace simt::ptx {
namespace {

constexpr int most_sums = 32;  // from one register to what it was first

// A number of the instruction's type.
uint64_t number_of(const Instruction& i, uint64_t bits) {
  return size_of(i.type()) < 8 ? bits & 0xffffffff : bits;
}

// How far from an operand the number is with which the comparison is the same: `< 5` is `<= 4`.
std::optional<int> find_neighbour(const Instruction& i, const Operand& operand) {
  if (i.opcode != Opcode::setp || is_float(i.type())) return std::nullopt;
  const auto has = [&](auto... modifiers) { return (i.has(modifiers) || ...); };
  const bool is_last = &operand == &i.operands[2];
  if (has(Modifier::lt, Modifier::lo) || has(Modifier::ge, Modifier::hs)) return is_last ? -1 : 1;
  if (has(Modifier::gt, Modifier::hi) || has(Modifier::le, Modifier::ls)) return is_last ? 1 : -1;
  return std::nullopt;
}

// To be less than 1 is to be 0 where nothing is below.
bool is_first_one(const Partners& partners, const Instruction& atomic) {
  const Operand& stored = stored_by(atomic);
  return atomic.has(Modifier::max) && !is_signed(atomic.type()) &&
         stored.kind == Operand::Kind::immediate && stored.bits == 1 &&
         partners.numbers.contains(0);
}

}  // namespace

bool is_repeatable(const Instruction& i) {
  return is_atomic(i) && first_value_of(i) < i.operands.size() &&
         (i.has(Modifier::min) || i.has(Modifier::max) || i.has(Modifier::and_) ||
          i.has(Modifier::or_));
}

bool is_swap(const Instruction& i) {
  return is_atomic(i) && i.has(Modifier::cas) && i.operands.size() > 3;
}

void AtomicChecks::add(const Instruction& i, const Operand& operand, Partners& partners) const {
  const std::optional<int> neighbour = find_neighbour(i, operand);
  if (operand.kind == Operand::Kind::immediate) {
    partners.numbers.insert(number_of(i, operand.bits));
    if (neighbour) partners.numbers.insert(number_of(i, operand.bits + *neighbour));
  }
  if (operand.kind == Operand::Kind::reg) {
    const Sum sum = sum_in(i, operand.index);
    partners.registers.insert(sum);
    if (neighbour && !sum.of.is_turned)
      partners.registers.insert({sum.of, number_of(i, sum.added + *neighbour)});
  }
}

// Of a register that the instruction takes.
Sum AtomicChecks::sum_in(const Instruction& i, uint32_t reg) const {
  Sum sum{origins_.of(reg)};
  for (int steps = most_sums; steps > 0; --steps) {
    const Instruction* const add = origins_.writer_of(sum.of.reg);
    if (add == nullptr || add->opcode != Opcode::add || is_float(add->type()) ||
        add->operands[1].kind != Operand::Kind::reg ||
        add->operands[2].kind != Operand::Kind::immediate)
      break;
    const Origins::Turned of = origins_.of(add->operands[1].index);
    if (of.is_turned) break;
    sum.of.reg = of.reg;
    sum.added = number_of(i, sum.added + add->operands[2].bits);
  }
  return sum;
}

bool AtomicChecks::is_among(const Partners& partners, const Instruction& atomic,
                            bool turned) const {
  const Operand& stored = stored_by(atomic);
  if (stored.kind == Operand::Kind::immediate)
    return partners.numbers.contains(number_of(atomic, turned ? ~stored.bits : stored.bits));
  if (stored.kind != Operand::Kind::reg) return false;
  Sum sum = sum_in(atomic, stored.index);
  sum.of.is_turned ^= turned;
  return partners.registers.contains(sum);
}

bool AtomicChecks::is_stored(const Partners& partners, const Instruction& atomic) const {
  return is_among(partners, atomic, false) || is_first_one(partners, atomic);
}

bool AtomicChecks::are_bits(const Partners& partners, const Instruction& atomic) const {
  const bool clears = atomic.has(Modifier::and_), sets = atomic.has(Modifier::or_);
  return (clears || sets) && is_among(partners, atomic, clears);
}

bool AtomicChecks::has_several_bits(const Instruction& atomic) const {
  const bool clears = atomic.has(Modifier::and_);
  const Operand& stored = stored_by(atomic);
  const auto are_several = [&](uint64_t bits) {
    return std::popcount(number_of(atomic, clears ? ~bits : bits)) > 1;
  };
  if (stored.kind == Operand::Kind::immediate) return are_several(stored.bits);
  if (stored.kind != Operand::Kind::reg) return false;
  const auto [reg, is_turned] = origins_.of(stored.index);
  if (is_turned != clears || origins_.writers_of(reg).size() != 1) return false;
  const Instruction& i = function_.instructions[origins_.writers_of(reg)[0]];
  if (i.opcode != Opcode::shl) return false;
  const std::optional<uint64_t> shifted = origins_.number_in(i.operands[1]);
  return shifted && std::popcount(number_of(i, *shifted)) > 1;
}

bool AtomicChecks::is_all_there_is(uint32_t atomic) const {
  const Instruction& one = function_.instructions[atomic];
  const std::optional<uint64_t> number = origins_.number_in(stored_by(one));
  return number && std::ranges::all_of(function_.instructions, [&](const Instruction& i) {
           if (!is_atomic(i) || !addresses_.may_be(address_of(one), address_of(i))) return true;
           return i.modifiers == one.modifiers && i.type() == one.type() &&
                  origins_.number_in(stored_by(i)) == number;
         });
}

bool AtomicChecks::swaps_once(uint32_t atomic) const {
  const auto compared_by = [&](const Instruction& swap) {
    return origins_.number_in(swap.operands[2]);
  };
  const Instruction& one = function_.instructions[atomic];
  const std::optional<uint64_t> number = compared_by(one);
  return number && std::ranges::all_of(function_.instructions, [&](const Instruction& i) {
           if (is_swap(i) && i.type() == one.type() && compared_by(i) == number) return true;
           const bool stores = info_of(i.opcode).access == Access::store;
           return !(stores && addresses_.may_be(address_of(one), i.operands[0])) &&
                  !(is_atomic(i) && addresses_.may_be(address_of(one), address_of(i)));
         });
}

Fact AtomicChecks::find_needless(uint32_t atomic) const {
  std::map<uint32_t, Tells> comparisons;
  for (uint32_t pc = 0; pc < function_.instructions.size(); ++pc) {
    const Instruction& i = function_.instructions[pc];
    if (i.opcode != Opcode::setp || i.operands.size() < 3 || i.guarded) continue;
    const Tells tells = told_by(i, function_.instructions[atomic]);
    if (tells.ever()) comparisons.emplace(pc, tells);
  }
  return {function_, origins_, routes_, std::move(comparisons)};
}

bool AtomicChecks::is_loaded_from(const Operand& operand, const Operand& address) const {
  if (operand.kind != Operand::Kind::reg) return false;
  const auto [reg, is_turned] = origins_.of(operand.index);
  const Instruction* const load = is_turned ? nullptr : origins_.writer_of(reg);
  return load != nullptr && info_of(load->opcode).access == Access::load &&
         load->operands[0].kind == Operand::Kind::reg &&
         addresses_.may_be(load->operands[1], address);
}

Tells AtomicChecks::told_by(const Instruction& comparison, const Instruction& atomic) const {
  Tells tells;
  for (const size_t value : {1, 2}) {
    if (tells.ever()) break;
    tells = atomic.has(Modifier::min) || atomic.has(Modifier::max)
                ? told_by_order(comparison, value, atomic)
                : told_by_bits(comparison, value, atomic);
  }
  // What it is combined with decides as well.
  tells.if_true &= !comparison.has(Modifier::or_) && !comparison.has(Modifier::xor_);
  tells.if_false &= !comparison.has(Modifier::and_) && !comparison.has(Modifier::xor_);
  return tells;
}

Tells AtomicChecks::told_by_order(const Instruction& comparison, size_t value,
                                  const Instruction& atomic) const {
  if (!is_loaded_from(comparison.operands[value], address_of(atomic))) return {};
  Partners partners;
  add(comparison, comparison.operands[3 - value], partners);
  const auto has = [&](auto... modifiers) { return (comparison.has(modifiers) || ...); };
  const bool asks_for_less =
      has(Modifier::lt, Modifier::le, Modifier::lo, Modifier::ls, Modifier::ltu, Modifier::leu);
  const bool asks_for_more =
      has(Modifier::gt, Modifier::ge, Modifier::hi, Modifier::hs, Modifier::gtu, Modifier::geu);
  if ((!asks_for_less && !asks_for_more) || !is_stored(partners, atomic)) return {};
  const bool is_less_if_true = asks_for_less == (value == 1);
  const bool if_true = is_less_if_true == atomic.has(Modifier::min);
  return {.if_true = if_true, .if_false = !if_true};
}

Tells AtomicChecks::told_by_bits(const Instruction& comparison, size_t value,
                                 const Instruction& atomic) const {
  const Operand& masked = comparison.operands[value];
  if (masked.kind != Operand::Kind::reg || origins_.number_in(comparison.operands[3 - value]) != 0)
    return {};
  const Instruction* const i = origins_.writer_of(masked.index);
  if (i == nullptr || i->opcode != Opcode::and_) return {};
  const auto is_value = [&](const Operand& operand) {
    return is_loaded_from(operand, address_of(atomic));
  };
  const bool sets = atomic.has(Modifier::or_);
  if (!std::any_of(i->operands.begin() + 1, i->operands.end(), is_value) ||
      !are_bits(partners_of(*i, is_value), atomic) || (sets && has_several_bits(atomic)))
    return {};
  const bool if_true = comparison.has(Modifier::ne) == sets;
  if (!comparison.has(Modifier::ne) && !comparison.has(Modifier::eq)) return {};
  return {.if_true = if_true, .if_false = !if_true};
}

}  // namespace simt::ptx
