#include "simt/ptx/branches.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>

#include "simt/ptx/flow.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {
namespace {

constexpr uint32_t no_block = BasicBlock::none;
constexpr int deepest_condition = 16;  // steps to what it is computed from

bool has_any(const Instruction& i, std::initializer_list<Modifier> modifiers) {
  return std::ranges::any_of(modifiers, [&i](Modifier modifier) { return i.has(modifier); });
}
bool is_less(const Instruction& i) {
  return has_any(
      i, {Modifier::lt, Modifier::le, Modifier::lo, Modifier::ls, Modifier::ltu, Modifier::leu});
}
bool is_greater(const Instruction& i) {
  return has_any(
      i, {Modifier::gt, Modifier::ge, Modifier::hi, Modifier::hs, Modifier::gtu, Modifier::geu});
}
bool holds_when_equal(const Instruction& i) {
  return has_any(
      i, {Modifier::le, Modifier::ge, Modifier::ls, Modifier::hs, Modifier::leu, Modifier::geu});
}

bool is_reg(const Operand& operand) { return operand.kind == Operand::Kind::reg; }

// Conditions of a function, by the predicates that hold them.
class Conditions {
 public:
  explicit Conditions(const Function& function)
      : function_(function),
        of_threads_(find_thread_number_registers(function)),
        of_blocks_(find_block_number_registers(function)),
        of_parameters_(find_parameter_registers(function)),
        writers_(function.registers.size()) {
    std::vector<uint32_t> writes(function.registers.size());
    for (const Instruction& i : function.instructions)
      if (has_destination(i))
        for_registers(i.operands[0], [&](uint32_t r) {
          writers_[r] = ++writes[r] == 1 && !i.guarded ? &i : nullptr;
        });
  }

  // Whether a condition is the opposite of the one that counts: of a < b and b > a, not a >= b; of x < 8 and x <= 7, not
  // x > 7; of a && b, not !a || !b.
  bool is_turned(const Operand& condition) const { return is_turned(condition, deepest_condition); }

  struct Guard {
    bool inside = false;  // what the condition is for threads within the boundary
    bool in_grid = false;
  };
  // Nothing where the condition is no guard's.
  std::optional<Guard> guard(const Operand& condition) const {
    return guard(condition, deepest_condition);
  }

 private:
  const Instruction* writer_of(const Operand& operand) const {
    return is_reg(operand) ? writers_[operand.index] : nullptr;
  }
  // Of setp p|q, whether the operand is q, which holds the opposite.
  static bool is_opposite(const Instruction& writer, const Operand& operand) {
    const Operand& written = writer.operands[0];
    return written.kind == Operand::Kind::pair && is_reg(written.elements[1]) &&
           written.elements[1].index == operand.index;
  }
  // The condition that a setp combines its own with; null where there is none.
  static const Operand* other_of(const Instruction& setp) {
    return setp.operands.size() > 3 ? &setp.operands[3] : nullptr;
  }

  static bool is_turned_comparison(const Instruction& i) {
    if (has_any(i, {Modifier::ne, Modifier::neu, Modifier::nan})) return true;
    if (i.operands[2].kind == Operand::Kind::immediate) return is_greater(i);
    if (i.operands[1].kind == Operand::Kind::immediate) return is_less(i);
    return holds_when_equal(i);
  }

  bool is_turned(const Operand& condition, int steps) const {
    const Instruction* i = writer_of(condition);
    if (i == nullptr || steps == 0) return condition.negated;
    bool turned = condition.negated != is_opposite(*i, condition);
    switch (i->opcode) {
      case Opcode::setp:
        if (other_of(*i) == nullptr) return turned != is_turned_comparison(*i);
        return turned != i->has(Modifier::or_);
      case Opcode::or_:
        return !turned;
      case Opcode::not_:
        return turned == is_turned(i->operands[1], steps - 1);
      case Opcode::mov:
        return turned != is_turned(i->operands[1], steps - 1);
      default:
        return turned;
    }
  }

  bool is_loaded(const Operand& operand) const {
    if (!loaded_) loaded_ = find_loaded_registers(function_);
    return (*loaded_)[operand.index];
  }
  bool is_block_number(const Operand& operand) const { return of_blocks_[operand.index]; }
  // Of the thread, whether in the block or in the grid.
  bool is_number(const Operand& operand) const {
    return is_reg(operand) && (of_threads_[operand.index] || is_block_number(operand)) &&
           !is_loaded(operand);
  }
  bool is_limit(const Operand& operand) const {
    return is_reg(operand) && of_parameters_[operand.index] && !is_number(operand) &&
           !is_loaded(operand);
  }

  std::optional<Guard> guard_of_comparison(const Instruction& i) const {
    if (is_float(i.type()) || (!is_less(i) && !is_greater(i))) return std::nullopt;
    const Operand &left = i.operands[1], &right = i.operands[2];
    if (is_number(left) && is_limit(right)) return Guard{is_less(i), is_block_number(left)};
    if (is_limit(left) && is_number(right)) return Guard{is_greater(i), is_block_number(right)};
    return std::nullopt;
  }

  // Of two conditions that both have to hold within, or neither of which may.
  static std::optional<Guard> both(std::optional<Guard> a, std::optional<Guard> b, bool is_or) {
    if (!a || !b || a->inside == is_or || b->inside == is_or) return std::nullopt;
    return Guard{a->inside, a->in_grid || b->in_grid};
  }

  std::optional<Guard> guard(const Operand& condition, int steps) const {
    const Instruction* i = writer_of(condition);
    if (i == nullptr || steps == 0) return std::nullopt;
    const auto source = [&](size_t operand) { return guard(i->operands[operand], steps - 1); };
    bool turned = condition.negated != is_opposite(*i, condition);
    std::optional<Guard> found;
    switch (i->opcode) {
      case Opcode::setp:
        found = guard_of_comparison(*i);
        if (other_of(*i) != nullptr)
          found =
              i->has(Modifier::xor_) ? std::nullopt : both(found, source(3), i->has(Modifier::or_));
        break;
      case Opcode::and_:
      case Opcode::or_:
        found = both(source(1), source(2), i->opcode == Opcode::or_);
        break;
      case Opcode::not_:
        turned = !turned;
        [[fallthrough]];
      case Opcode::mov:
        found = source(1);
        break;
      default:
        break;
    }
    if (found) found->inside = found->inside != turned;
    return found;
  }

  const Function& function_;
  const std::vector<bool> of_threads_, of_blocks_, of_parameters_;
  mutable std::optional<std::vector<bool>> loaded_;  // found where it is asked for: that takes long
  std::vector<const Instruction*>
      writers_;  // by register: the only one; null where there are others
};

class Finder {
 public:
  Finder(const Module& module, const Function& function)
      : module_(module), function_(function), flow_(find_flow(function)), conditions_(function) {}

  std::vector<Branch> find() {
    for (uint32_t b = 0; b < flow_.blocks.size(); ++b)
      for (uint32_t u = flow_.blocks[b].first; u < flow_.blocks[b].end; ++u) {
        const Unit& unit = flow_.units[u];
        const Instruction& i = function_.instructions[unit.pc];
        const bool counted_before = i.guarded && guard_is_branch(i) && !unit.branch_around;
        if (!counted_before && i.source.line != 0) add(b, unit.pc);
      }
    return std::move(found_);
  }

 private:
  void add(uint32_t block, uint32_t pc) {
    const Instruction& i = function_.instructions[pc];
    const uint32_t ways = count_ways(function_, i);
    if (ways == 0 || makes_a_number(i)) return;
    std::vector<uint32_t> targets = targets_of(block, i);
    const bool jumps = !targets.empty();
    if (jumps && std::ranges::count(targets, targets[0]) == std::ssize(targets)) return;
    if (std::ranges::any_of(targets, [this](uint32_t target) { return is_failure(target); }))
      return;
    Branch branch;
    branch.pc = pc;
    if (ways == 2 && !is_indexed(i)) {
      const Operand condition = condition_of(i);
      const bool turned = conditions_.is_turned(condition);
      branch.way_of = turned ? std::vector<uint32_t>{1, 0} : std::vector<uint32_t>{0, 1};
      const auto guard = conditions_.guard(condition);
      if (guard && !is_of_loop(block, targets)) {
        branch.boundary = guard->in_grid ? Boundary::grid : Boundary::block;
        branch.inside = branch.way_of[guard->inside];
      }
    } else {
      number_targets(targets, branch);
    }
    branch.lines.assign(*std::ranges::max_element(branch.way_of) + 1, 0);
    for (size_t way = 0; way < targets.size(); ++way)
      branch.lines[branch.way_of[way]] = line_of(targets[way], i.source);
    found_.push_back(std::move(branch));
  }

  static bool is_indexed(const Instruction& i) { return !i.guarded && i.opcode == Opcode::brx; }

  static Operand condition_of(const Instruction& i) {
    if (!i.guarded) return i.operands[3];
    Operand condition;
    condition.kind = Operand::Kind::reg;
    condition.index = i.guard;
    condition.negated = i.guard_negated;
    return condition;
  }

  static bool makes_a_number(const Instruction& i) {
    const auto is_of_condition = [](const Operand& operand) {
      return operand.kind == Operand::Kind::immediate && operand.bits + 1 <= 2;  // -1, 0 or 1
    };
    return !i.guarded && i.opcode == Opcode::selp && is_of_condition(i.operands[1]) &&
           is_of_condition(i.operands[2]);
  }

  // The blocks that the ways of a jump lead to, no_block for out of the function; nothing for what is none.
  std::vector<uint32_t> targets_of(uint32_t block, const Instruction& i) const {
    if (!is_jump(i.opcode)) return {};
    if (is_indexed(i)) {
      std::vector<uint32_t> targets;
      for (const uint32_t label : function_.branch_targets[i.operands[1].symbol.index])
        targets.push_back(flow_.block_of_label[label]);
      return targets;
    }
    const uint32_t after = block + 1 < flow_.blocks.size() ? block + 1 : no_block;
    const bool leaves = i.opcode != Opcode::bra;
    return {after, leaves ? no_block : flow_.block_of_label[i.operands[0].symbol.index]};
  }

  // Entries of a table that lead to one place are one way.
  static void number_targets(const std::vector<uint32_t>& targets, Branch& branch) {
    std::vector<uint32_t> different;
    for (const uint32_t target : targets) {
      const auto known = std::ranges::find(different, target);
      branch.way_of.push_back(static_cast<uint32_t>(known - different.begin()));
      if (known == different.end()) different.push_back(target);
    }
  }

  bool is_failure(uint32_t block) const {
    if (block == no_block) return false;
    const BasicBlock& of = flow_.blocks[block];
    return std::any_of(
        flow_.units.begin() + of.first, flow_.units.begin() + of.end, [this](const Unit& unit) {
          const Instruction& i = function_.instructions[unit.pc];
          return i.opcode == Opcode::call && i.operands[1].kind == Operand::Kind::symbol &&
                 module_.functions[i.operands[1].symbol.index].name == "__assertfail";
        });
  }

  // Whether the branch decides if a loop goes on: one way leads back to it, the other does not.
  bool is_of_loop(uint32_t block, const std::vector<uint32_t>& targets) const {
    return !targets.empty() && leads_to(targets[0], block) != leads_to(targets[1], block);
  }
  bool leads_to(uint32_t from, uint32_t to) const {
    std::vector<bool> seen(flow_.blocks.size());
    std::vector<uint32_t> open;
    const auto visit = [&](uint32_t block) {
      if (block != no_block && !seen[block]) open.push_back(block);
      if (block != no_block) seen[block] = true;
    };
    visit(from);
    while (!open.empty()) {
      const uint32_t block = open.back();
      open.pop_back();
      if (block == to) return true;
      for (const uint32_t next : flow_.blocks[block].successors) visit(next);
    }
    return false;
  }

  uint32_t line_of(uint32_t block, const SourceLine& branch) const {
    if (block == no_block) return 0;
    for (uint32_t u = flow_.blocks[block].first; u < flow_.blocks[block].end; ++u) {
      const SourceLine& source = function_.instructions[flow_.units[u].pc].source;
      if (source.file == branch.file && source.line != 0 && source.line != branch.line)
        return source.line;
    }
    return 0;
  }

  const Module& module_;
  const Function& function_;
  const Flow flow_;
  const Conditions conditions_;
  std::vector<Branch> found_;
};

}  // namespace

uint32_t count_ways(const Function& function, const Instruction& instruction) {
  if (instruction.guarded || instruction.opcode == Opcode::selp) return 2;
  if (instruction.opcode != Opcode::brx) return 0;
  return static_cast<uint32_t>(
      function.branch_targets[instruction.operands[1].symbol.index].size());
}

std::vector<Branch> find_branches(const Module& module, const Function& function) {
  if (function.instructions.empty()) return {};
  return Finder(module, function).find();
}

}  // namespace simt::ptx
