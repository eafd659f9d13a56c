#include "simt/ptx/swaps.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "simt/ptx/atomic_checks.h"
#include "simt/ptx/effects.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {
namespace {

constexpr int most_writers = 64;     // between what is stored and what is compared
constexpr int most_predicates = 16;  // between a comparison and a branch

}  // namespace

Swaps::Swaps(const Function& function, const Origins& origins, const Routes& routes,
             SameAddress& addresses)
    : function_(function), origins_(origins), routes_(routes), addresses_(addresses) {
  for (uint32_t pc = 0; pc < function.instructions.size(); ++pc)
    if (const Instruction& i = function.instructions[pc];
        is_swap(i) && i.operands[0].kind == Operand::Kind::reg) {
      Swap& swap = swaps_.emplace_back();
      swap.pc = pc;
      if (i.operands[2].kind == Operand::Kind::reg) swap.compared = i.operands[2].index;
      std::map<uint32_t, Tells> comparisons = compare_result(pc);
      swap.has_swapped = {function_, origins_, routes_, comparisons};
      for (auto& [at, tells] : comparisons) tells = told_by_difference(function_.instructions[at]);
      swap.has_failed = {function_, origins_, routes_, std::move(comparisons)};
    }
}

// The comparisons of what it returns with what it compares with, by pc, and what tells that they are equal.
std::map<uint32_t, Tells> Swaps::compare_result(uint32_t swap_pc) const {
  const Instruction& swap = function_.instructions[swap_pc];
  const std::optional<uint64_t> number = origins_.number_in(swap.operands[2]);
  const auto is = [&](const Operand& operand, const Operand& other) {
    return operand.kind == Operand::Kind::reg && other.kind == Operand::Kind::reg &&
           origins_.of(operand.index) == origins_.of(other.index);
  };
  const auto is_result = [&](const Operand& operand) { return is(operand, swap.operands[0]); };
  const auto is_compared = [&](const Operand& operand) {
    return is(operand, swap.operands[2]) || (number && origins_.number_in(operand) == number);
  };
  // Where the result shares its register, say with what was there before the swap, it is in it after the swap alone.
  const auto after_swap = [&]() -> std::vector<bool> {
    if (origins_.writers_of(swap.operands[0].index).size() == 1) return {};
    return routes_.find_dominated(swap_pc);
  }();
  std::map<uint32_t, Tells> comparisons;
  for (uint32_t pc = 0; pc < function_.instructions.size(); ++pc) {
    const Instruction& i = function_.instructions[pc];
    if (!after_swap.empty() && !after_swap[pc]) continue;
    if (i.opcode == Opcode::setp && i.operands.size() >= 3 && !i.guarded &&
        ((is_result(i.operands[1]) && is_compared(i.operands[2])) ||
         (is_result(i.operands[2]) && is_compared(i.operands[1]))))
      comparisons.emplace(pc, told_by_equality(i));
  }
  return comparisons;
}

bool Swaps::publishes(const Swap& swap, uint32_t store, const std::vector<bool>& guessed) const {
  const Instruction& i = function_.instructions[store];
  if (!swap.compared || !guessed[*swap.compared] || i.guarded) return false;
  const uint32_t origin = copied_to(*swap.compared);
  int steps_left = most_writers;
  bool is_of_compared = is_of_now(*swap.compared, swap.pc, origin, guessed, steps_left);
  for (size_t o = 1; o < i.operands.size(); ++o)
    for_registers(i.operands[o], [&](uint32_t r) {
      is_of_compared = is_of_compared && is_of_now(r, store, origin, guessed, steps_left);
    });
  const auto comes_to_swap = [&](uint32_t writer) { return routes_.lead(writer, swap.pc, store); };
  return is_of_compared && std::ranges::none_of(origins_.writers_of(origin), comes_to_swap) &&
         leaves_nothing_else(swap, store);
}

uint32_t Swaps::copied_to(uint32_t reg) const {
  for (int steps = most_writers; steps > 0; --steps) {
    const Instruction* const i = origins_.writer_of(reg);
    if (i == nullptr || i->opcode != Opcode::mov || i->operands[0].kind != Operand::Kind::reg ||
        i->operands[1].kind != Operand::Kind::reg)
      break;
    reg = i->operands[1].index;
  }
  return reg;
}

// Whether the value of a register at an instruction is computed, as far as it is guessed, from what the origin holds by
// then: not from what it held before.
bool Swaps::is_of_now(uint32_t reg, uint32_t pc, uint32_t origin, const std::vector<bool>& guessed,
                      int& steps_left) const {
  if (!guessed[reg] || reg == origin) return true;
  const Instruction* const i = origins_.writer_of(reg);
  if (i == nullptr || info_of(i->opcode).access != Access::none || --steps_left < 0) return false;
  const uint32_t writer = origins_.writers_of(reg)[0];
  const auto comes_without = [&](uint32_t of_origin) {
    return routes_.lead(of_origin, pc, writer);
  };
  bool is_of_origin = std::ranges::none_of(origins_.writers_of(origin), comes_without);
  for (size_t o = has_destination(*i); o < i->operands.size(); ++o)
    for_registers(i->operands[o], [&](uint32_t r) {
      is_of_origin = is_of_origin && is_of_now(r, writer, origin, guessed, steps_left);
    });
  return is_of_origin;
}

bool Swaps::leaves_nothing_else(const Swap& swap, uint32_t store) const {
  const Instruction& stored = function_.instructions[store];
  bool is_seen = false;
  routes_.after(
      store,
      [&](uint32_t pc) {
        const Instruction& i = function_.instructions[pc];
        if (is_plain_store(i) && !i.guarded && addresses_.is(i.operands[0], stored.operands[0]))
          return false;  // overwritten
        const bool is_own = pc == swap.pc || is_plain_store(i) || i.opcode == Opcode::nanosleep ||
                            (is_count(pc) && !comes_untold(swap.has_failed, store, pc));
        is_seen |= info_of(i.opcode).control == Control::leave || (has_effect(i) && !is_own);
        return !is_seen;
      },
      [&](uint32_t block, size_t s) {
        return !swap.has_swapped.is_told_on_way(routes_, block, s) &&
               !is_told_after(swap, store, block, s);
      });
  return !is_seen;
}

// Whether lanes may come from one instruction to another without being told.
bool Swaps::comes_untold(const Fact& fact, uint32_t from, uint32_t to) const {
  bool found = false;
  routes_.after(
      from,
      [&](uint32_t pc) {
        found |= pc == to;
        return !found;
      },
      [&](uint32_t block, size_t s) { return !fact.is_told_on_way(routes_, block, s); });
  return found;
}

bool Swaps::is_count(uint32_t pc) const {
  const Instruction& count = function_.instructions[pc];
  const auto has_result = [&](const Instruction& i) {
    return has_destination(i) && i.operands[0].kind == Operand::Kind::reg &&
           origins_.is_read(i.operands[0].index);
  };
  const auto reads_it = [&](const Instruction& i) {
    if (is_atomic(i)) return has_result(i) && addresses_.may_be(address_of(count), address_of(i));
    return info_of(i.opcode).access == Access::load && i.space() != Space::param &&
           i.space() != Space::constant && addresses_.may_be(address_of(count), i.operands[1]);
  };
  return is_atomic(count) && !has_result(count) &&
         std::ranges::none_of(function_.instructions, reads_it);
}

// Whether it is told on the way from the end of a block to its successor number `s`, to lanes that come there from the store,
// by a predicate that has been written elsewhere before: `for (...) { ... done = atomicCAS(...) == old; }`.
bool Swaps::is_told_after(const Swap& swap, uint32_t store, uint32_t block, size_t s) const {
  const BasicBlock& from = routes_.flow().blocks[block];
  const uint32_t branch_pc = routes_.flow().units[from.end - 1].pc;
  const Instruction& branch = function_.instructions[branch_pc];
  return branch.opcode == Opcode::bra && branch.guarded && from.successors.size() == 2 &&
         told_after(swap, store, branch.guard, branch_pc, most_predicates)
             .with((s == 0) != branch.guard_negated);
}

// By a predicate, to those that come to an instruction from the store. What has been written last in between counts.
Tells Swaps::told_after(const Swap& swap, uint32_t store, uint32_t predicate, uint32_t pc,
                        int steps_left) const {
  const std::vector<uint32_t>& writers = origins_.writers_of(predicate);
  const auto last = std::ranges::find_if(writers, [&](uint32_t writer) {
    return !function_.instructions[writer].guarded && !routes_.lead(store, pc, writer) &&
           std::ranges::none_of(writers, [&](uint32_t other) {
             return other != writer && routes_.lead(writer, other, pc);
           });
  });
  if (last == writers.end() || steps_left == 0) return {};
  const Instruction& i = function_.instructions[*last];
  if (swap.has_swapped.is_comparison(*last)) return told_by_equality(i);
  return told_by_operands(i, origins_, [&](const Operand& operand) {
    return operand.kind == Operand::Kind::reg
               ? told_after(swap, store, operand.index, *last, steps_left - 1)
               : Tells{};
  });
}

}  // namespace simt::ptx
