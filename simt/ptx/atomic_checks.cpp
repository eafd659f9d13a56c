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
    Sum sum = sum_in(i, operand.index);
    partners.registers.insert(sum);
    if (!neighbour) return;
    sum.added = number_of(i, sum.added + *neighbour);
    partners.registers.insert(sum);
  }
}

// Of a register that the instruction takes.
Sum AtomicChecks::sum_in(const Instruction& i, uint32_t reg, std::vector<uint32_t>* steps) const {
  Sum sum{reg};
  for (int left = most_sums; left > 0; --left) {
    const Instruction* const writer = origins_.writer_of(sum.reg);
    if (writer == nullptr || writer->operands.size() < 2) break;
    const auto is_register = [&](size_t o) {
      return writer->operands[o].kind == Operand::Kind::reg;
    };
    const auto number = [&](size_t o) { return origins_.number_in(writer->operands[o]); };
    const bool is_of_two = writer->operands.size() > 2 && !is_float(writer->type());
    size_t taken = 1;
    bool turns = false;
    uint64_t added = 0;
    if (Origins::hands_on(*writer) && is_register(1)) {
      turns = writer->opcode == Opcode::not_;
      added = turns ? -1 : 0;
    } else if (writer->opcode == Opcode::neg && is_register(1) && !is_float(writer->type())) {
      turns = true;
    } else if (writer->opcode == Opcode::add && is_of_two && is_register(1) && number(2)) {
      added = *number(2);
    } else if (writer->opcode == Opcode::sub && is_of_two && is_register(1) && number(2)) {
      added = -*number(2);
    } else if (writer->opcode == Opcode::sub && is_of_two && number(1) && is_register(2)) {
      turns = true;
      added = *number(1);
      taken = 2;
    } else {
      break;
    }
    if (steps != nullptr) steps->push_back(origins_.writers_of(sum.reg)[0]);
    sum.added = number_of(i, sum.is_negative ? sum.added - added : sum.added + added);
    sum.is_negative ^= turns;
    sum.reg = writer->operands[taken].index;
  }
  return sum;
}

// Whether the order of such values is that of the registers, or the other way round. Where unsigned numbers begin again at 0
// it is not; signed ones may not leave their range.
bool AtomicChecks::can_undo(const Instruction& comparison, const Sum& value) {
  if (comparison.opcode != Opcode::setp) return false;
  const bool is_turned = value.is_negative && value.added == number_of(comparison, ~uint64_t{0});
  return comparison.has(Modifier::eq) || comparison.has(Modifier::ne) || is_turned ||
         is_signed(comparison.type());
}

void AtomicChecks::undo(const Instruction& i, const Operand& value, Partners& partners) const {
  if (value.kind != Operand::Kind::reg) return;
  const Sum sum = sum_in(i, value.index);
  if (!can_undo(i, sum)) return;
  const auto undone = [&](uint64_t number) {
    return number_of(i, sum.is_negative ? sum.added - number : number - sum.added);
  };
  Partners of_register;
  for (const Sum& partner : partners.registers)
    of_register.registers.insert(
        {partner.reg, partner.is_negative != sum.is_negative, undone(partner.added)});
  for (const uint64_t number : partners.numbers) of_register.numbers.insert(undone(number));
  partners = std::move(of_register);
}

std::vector<uint32_t> AtomicChecks::undone_by(const Instruction& comparison,
                                              const Operand& value) const {
  std::vector<uint32_t> steps;
  if (value.kind != Operand::Kind::reg) return {};
  const Sum sum = sum_in(comparison, value.index, &steps);
  return can_undo(comparison, sum) ? steps : std::vector<uint32_t>{};
}

bool AtomicChecks::is_among(const Partners& partners, const Instruction& atomic,
                            const Operand& stored, bool turned) const {
  if (stored.kind == Operand::Kind::immediate)
    return partners.numbers.contains(number_of(atomic, turned ? ~stored.bits : stored.bits));
  if (stored.kind != Operand::Kind::reg) return false;
  Sum sum = sum_in(atomic, stored.index);
  if (turned) sum = {sum.reg, !sum.is_negative, number_of(atomic, ~sum.added)};
  return partners.registers.contains(sum);
}

bool AtomicChecks::is_stored(const Partners& partners, const Instruction& atomic) const {
  return is_among(partners, atomic, stored_by(atomic), false) || is_first_one(partners, atomic);
}

bool AtomicChecks::is_swapped_in(const Partners& partners, const Instruction& swap) const {
  return is_among(partners, swap, swap.operands[3], false);
}

bool AtomicChecks::are_bits(const Partners& partners, const Instruction& atomic) const {
  const bool clears = atomic.has(Modifier::and_), sets = atomic.has(Modifier::or_);
  return (clears || sets) && is_among(partners, atomic, stored_by(atomic), clears);
}

bool AtomicChecks::has_several_bits(const Instruction& atomic) const {
  const std::optional<uint64_t> bits = shifted_bits(atomic);
  return bits && std::popcount(*bits) > 1;
}

bool AtomicChecks::has_one_bit(const Instruction& atomic) const {
  const Operand& stored = stored_by(atomic);
  if (stored.kind == Operand::Kind::immediate) return std::popcount(*shifted_bits(atomic)) <= 1;
  if (stored.kind != Operand::Kind::reg) return false;
  const auto [reg, is_turned] = origins_.of(stored.index);
  return is_turned == atomic.has(Modifier::and_) &&
         std::ranges::all_of(origins_.writers_of(reg), [&](uint32_t pc) {
           return makes_one_bit(function_.instructions[pc]);
         });
}

bool AtomicChecks::makes_one_bit(const Instruction& i) const {
  if (i.guarded || i.operands.size() < 3) return false;
  if (i.opcode == Opcode::shl) return origins_.number_in(i.operands[1]) == 1;
  if (i.opcode != Opcode::and_) return false;
  // `x & -x`, whose lowest bit is left, and `~x & (x + 1)`, which is the same of ~x.
  Partners one, other;
  add(i, i.operands[1], one);
  add(i, i.operands[2], other);
  return std::ranges::any_of(one.registers, [&](const Sum& sum) {
    return other.registers.contains({sum.reg, !sum.is_negative, number_of(i, -sum.added)});
  });
}

// The instruction that computes the bits that an `or` sets or an `and` leaves out; or null.
const Instruction* AtomicChecks::writer_of_bits(const Instruction& atomic) const {
  const Operand& stored = stored_by(atomic);
  if (stored.kind != Operand::Kind::reg) return nullptr;
  const auto [reg, is_turned] = origins_.of(stored.index);
  return is_turned == atomic.has(Modifier::and_) ? origins_.writer_of(reg) : nullptr;
}

const Instruction* AtomicChecks::shift_of_bits(const Instruction& atomic) const {
  const Instruction* const i = writer_of_bits(atomic);
  return i != nullptr && i->opcode == Opcode::shl && origins_.number_in(i->operands[1]) ? i
                                                                                        : nullptr;
}

// These bits, or what is shifted to make them.
std::optional<uint64_t> AtomicChecks::shifted_bits(const Instruction& atomic) const {
  const Operand& stored = stored_by(atomic);
  if (stored.kind == Operand::Kind::immediate)
    return number_of(atomic, atomic.has(Modifier::and_) ? ~stored.bits : stored.bits);
  const Instruction* const shift = shift_of_bits(atomic);
  if (shift == nullptr) return std::nullopt;
  return number_of(atomic, *origins_.number_in(shift->operands[1]));
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
