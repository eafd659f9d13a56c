#include "simt/ptx/facts.h"

#include <utility>

#include "simt/ptx/operand_forms.h"

namespace simt::ptx {

namespace {

// Of two values that are compared and, it may be, combined with another condition.
Tells told_by(const Instruction& comparison, bool is_true, bool is_false) {
  const auto has = [&](auto... modifiers) { return (comparison.has(modifiers) || ...); };
  return {.if_true = is_true && !has(Modifier::or_, Modifier::xor_),
          .if_false = is_false && !has(Modifier::and_, Modifier::xor_)};
}
bool asks_for_equality(const Instruction& i) { return i.has(Modifier::eq) || i.has(Modifier::equ); }
bool asks_for_difference(const Instruction& i) {
  return i.has(Modifier::ne) || i.has(Modifier::neu);
}

}  // namespace

Tells told_by_equality(const Instruction& comparison) {
  return told_by(comparison, asks_for_equality(comparison), asks_for_difference(comparison));
}

Tells told_by_difference(const Instruction& comparison) {
  return told_by(comparison, asks_for_difference(comparison), asks_for_equality(comparison));
}

Fact::Fact(const Function& function, const Origins& origins, const Routes& routes,
           std::map<uint32_t, Tells> comparisons)
    : comparisons_(std::move(comparisons)) {
  const auto told_by = [&](const Operand& operand) {
    const auto found =
        operand.kind == Operand::Kind::reg ? predicates_.find(operand.index) : predicates_.end();
    return found == predicates_.end() ? Tells{} : found->second;
  };
  // What is computed from these tells it, too.
  for (bool changed = !comparisons_.empty(); changed;) {
    changed = false;
    for (uint32_t pc = 0; pc < function.instructions.size(); ++pc) {
      const Instruction& i = function.instructions[pc];
      if (!has_destination(i) || i.operands[0].kind != Operand::Kind::reg ||
          origins.writer_of(i.operands[0].index) != &i)
        continue;
      const auto comparison = comparisons_.find(pc);
      const Tells tells = comparison != comparisons_.end() ? comparison->second
                                                           : told_by_operands(i, origins, told_by);
      if (tells.ever()) changed |= predicates_.try_emplace(i.operands[0].index, tells).second;
    }
  }
  if (predicates_.empty()) return;
  // Known is it where only such edges lead.
  known_.assign(function.instructions.size(), true);
  routes.from_beginning(
      [&](uint32_t pc) {
        known_[pc] = false;
        return true;
      },
      [&](uint32_t block, size_t s) { return !is_told_on_way(routes, block, s); });
}

bool Fact::is_told_by(uint32_t predicate, bool value) const {
  const auto found = predicates_.find(predicate);
  return found != predicates_.end() && found->second.with(value);
}

bool Fact::is_told_by_guard(const Instruction& i, bool carried_out) const {
  return i.guarded && is_told_by(i.guard, carried_out != i.guard_negated);
}

bool Fact::is_told_on_way(const Routes& routes, uint32_t block, size_t s) const {
  const Instruction& i = routes.last_of(block);
  // The first successor is where the branch leads.
  return i.opcode == Opcode::bra && routes.flow().blocks[block].successors.size() == 2 &&
         is_told_by_guard(i, s == 0);
}

}  // namespace simt::ptx
