#include "simt/ptx/computed_lines.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "simt/ptx/address_bases.h"
#include "simt/ptx/conditions.h"
#include "simt/ptx/flow.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/types.h"

namespace simt::ptx {
namespace {

Access access_of(const Instruction& instruction) { return info_of(instruction.opcode).access; }

bool stores(const Instruction& instruction) {
  const Access access = access_of(instruction);
  return access == Access::store || access == Access::atomic || access == Access::reduce;
}

// Of the function's own: that is in the line with its name.
bool loads_parameter(const Instruction& instruction) {
  return access_of(instruction) == Access::load &&
         std::ranges::any_of(instruction.operands, [](const Operand& operand) {
           return operand.kind == Operand::Kind::address && operand.base == Operand::Base::symbol &&
                  operand.symbol.kind == Symbol::Kind::parameter;
         });
}

// Follows values back through registers, and through memory no further than asked.
class ComputedLines {
 public:
  // Of the file of the instruction at `pc`.
  ComputedLines(const Function& function, uint32_t pc)
      : function_(function),
        accesses_(find_all_accesses(function)),
        writers_(function.registers.size()),
        own_(function.instructions[pc].source) {
    for (uint32_t at = 0; at < accesses_.size(); ++at)
      for (const uint32_t reg : accesses_[at].writes) writers_[reg].push_back(at);
  }

  void add_line_of(uint32_t pc) {
    const SourceLine& line = function_.instructions[pc].source;
    if (line.file == own_.file) lines_.insert(line.line);
  }

  // Of what a store has behind its address, and of what is kept in shared memory meanwhile.
  void add_value_of(uint32_t store) {
    bool is_behind_address = false;
    for (const Operand& operand : function_.instructions[store].operands) {
      if (is_behind_address) need_operand(operand);
      is_behind_address |= operand.kind == Operand::Kind::address;
    }
    follow(true);
  }

  void add_address_of(uint32_t access) {
    for (const Operand& operand : function_.instructions[access].operands)
      if (operand.kind == Operand::Kind::address && operand.base == Operand::Base::reg)
        need(operand.index);
    follow(false);
  }

  // Of predicates alone, not of what they compare.
  void add_predicate_of(uint32_t pc) {
    std::vector<uint32_t> open = {pc};
    while (!open.empty()) {
      const uint32_t at = open.back();
      open.pop_back();
      for (const uint32_t read : accesses_[at].reads) {
        if (!is_predicate(read) || !needed_.insert(read).second) continue;
        for (const uint32_t writer : writers_[read]) {
          add_line_of(writer);
          open.push_back(writer);
        }
      }
    }
  }

  void add_conditions_of(std::span<const uint32_t> pcs) {
    for (const uint32_t condition : find_conditions(function_, pcs)) {
      add_line_of(condition);
      add_predicate_of(condition);
    }
  }

  std::vector<uint32_t> all() {
    lines_.erase(0);
    return {lines_.begin(), lines_.end()};
  }
  std::vector<uint32_t> others() {
    lines_.erase(own_.line);
    return all();
  }

 private:
  bool is_predicate(uint32_t reg) const { return function_.registers[reg].type == Type::pred; }
  void need(uint32_t reg) {
    if (!is_predicate(reg) && needed_.insert(reg).second) open_.push_back(reg);
  }
  void need_operand(const Operand& operand) {
    if (operand.kind == Operand::Kind::reg) need(operand.index);
    for (const Operand& element : operand.elements) need_operand(element);
  }
  void follow(bool through_shared_memory) {
    while (!open_.empty()) {
      const uint32_t reg = open_.back();
      open_.pop_back();
      for (const uint32_t pc : writers_[reg]) {
        const Instruction& writer = function_.instructions[pc];
        if (loads_parameter(writer)) continue;
        add_line_of(pc);
        if (access_of(writer) == Access::none)
          for (const uint32_t read : accesses_[pc].reads) need(read);
        else if (through_shared_memory && writer.space() == Space::shared)
          follow_shared_stores();
      }
    }
  }
  void follow_shared_stores() {
    if (std::exchange(has_followed_stores_, true)) return;
    for (const uint32_t store : find_stores(function_, Space::shared)) {
      add_line_of(store);
      add_value_of(store);
    }
  }

  const Function& function_;
  const std::vector<Accesses> accesses_;
  std::vector<std::vector<uint32_t>> writers_;  // by register
  const SourceLine own_;
  std::vector<uint32_t> open_;  // registers to be followed
  std::set<uint32_t> needed_, lines_;
  bool has_followed_stores_ = false;
};

}  // namespace

std::vector<uint32_t> find_stores(const Function& function, Space space) {
  std::vector<uint32_t> found;
  for (uint32_t pc = 0; pc < function.instructions.size(); ++pc)
    if (stores(function.instructions[pc]) && function.instructions[pc].space() == space)
      found.push_back(pc);
  return found;
}

std::vector<uint32_t> lines_of_value(const Function& function, uint32_t pc) {
  ComputedLines lines(function, pc);
  lines.add_value_of(pc);
  return lines.others();
}

std::vector<uint32_t> lines_of_stores(const Function& function, std::span<const uint32_t> stores) {
  ComputedLines lines(function, stores.front());
  for (const uint32_t store : stores) {
    lines.add_line_of(store);
    lines.add_value_of(store);
  }
  return lines.all();
}

std::vector<uint32_t> lines_of_address(const Function& function, uint32_t pc) {
  ComputedLines lines(function, pc);
  lines.add_address_of(pc);
  return lines.others();
}

std::vector<uint32_t> lines_of_conditions(const Function& function, uint32_t pc) {
  ComputedLines lines(function, pc);
  lines.add_conditions_of(std::span(&pc, 1));
  return lines.others();
}

std::vector<uint32_t> lines_of_predicate(const Function& function, uint32_t pc) {
  ComputedLines lines(function, pc);
  lines.add_predicate_of(pc);
  return lines.all();
}

std::vector<uint32_t> lines_of_shared_stores(const Module& module, const Function& function,
                                             uint32_t pc) {
  ComputedLines lines(function, pc);
  const auto bases = find_shared_bases(module, function);
  std::vector<uint32_t> stores = find_stores(function, Space::shared);
  std::erase_if(stores, [&](uint32_t store) {
    return !may_be_one(module, function, bases[pc], bases[store]);
  });
  for (const uint32_t store : stores) {
    lines.add_line_of(store);
    lines.add_address_of(store);
  }
  lines.add_conditions_of(stores);
  return lines.others();
}

}  // namespace simt::ptx
