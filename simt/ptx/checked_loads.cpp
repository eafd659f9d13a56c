#include "simt/ptx/checked_loads.h"

#include <algorithm>
#include <set>

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

// Whether it does something that others may see.
bool has_effect(const Instruction& i) {
  const OpcodeInfo& info = info_of(i.opcode);
  return (info.access != Access::none && info.access != Access::hint &&
          info.access != Access::load) ||
         info.control == Control::call || info.control == Control::warp;
}

bool decides_alike(const Instruction& i) {
  return is_atomic(i) && (i.has(Modifier::min) || i.has(Modifier::max) || i.has(Modifier::and_) ||
                          i.has(Modifier::or_));
}

}  // namespace

CheckedLoads::CheckedLoads(const Function& function)
    : function_(function),
      flow_(find_flow(function)),
      conditions_(find_all_conditions(function)),
      writers_(function.registers.size()) {
  for (uint32_t pc = 0; pc < function.instructions.size(); ++pc) {
    const Instruction& i = function.instructions[pc];
    if (has_destination(i))
      for_registers(i.operands[0], [&](uint32_t r) { writers_[r].push_back(pc); });
    if (!is_atomic(i) || !i.has(Modifier::cas) || i.operands.size() < 4) continue;
    if (const Operand& compared = i.operands[2]; compared.kind == Operand::Kind::reg)
      swaps_.push_back({pc, compared.index, find_dominated(pc)});
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

// Where the value of one load goes.
class CheckedLoads::Spread {
 public:
  Spread(const CheckedLoads& loads, uint32_t load)
      : loads_(loads), load_(load), tainted_(loads.writers_.size()) {
    taint(loads.function_.instructions[load].operands[0]);
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

 private:
  const Instruction& at(uint32_t pc) const { return loads_.function_.instructions[pc]; }

  void taint(const Operand& operand) {
    for_registers(operand, [&](uint32_t r) {
      changed_ |= !tainted_[r];
      tainted_[r] = true;
    });
  }

  bool is_confirmed(uint32_t reg, uint32_t pc) const {
    return std::ranges::any_of(loads_.swaps_, [&](const Swap& swap) {
      return swap.compared == reg && swap.pc != pc && swap.after[pc];
    });
  }
  bool reads(const Operand& operand, uint32_t pc) const {
    bool found = false;
    for_registers(operand, [&](uint32_t r) { found |= tainted_[r] && !is_confirmed(r, pc); });
    return found;
  }
  // Whether the value decides if lanes come to it, or carry it out.
  bool is_decided(uint32_t pc) const {
    const auto goes_by_value = [&](uint32_t condition) {
      const Instruction& i = at(condition);
      return i.guarded && tainted_[i.guard] && !is_confirmed(i.guard, condition);
    };
    return (at(pc).guarded && goes_by_value(pc)) ||
           std::ranges::any_of(loads_.conditions_[pc], goes_by_value);
  }

  void visit(uint32_t pc) {
    const Instruction& i = at(pc);
    const bool writes = has_destination(i);
    bool takes = false;
    for (size_t o = writes; o < i.operands.size(); ++o) takes |= reads(i.operands[o], pc);
    if (is_atomic(i)) {
      if (takes) take(pc);
      return;
    }
    const OpcodeInfo& info = info_of(i.opcode);
    if (takes && (has_effect(i) || info.access == Access::load || info.control == Control::jump)) {
      escapes_ = true;
      return;
    }
    if (takes)
      for (size_t o = writes; o < i.operands.size(); ++o) compare(i.operands[o], pc);
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
    if (i.has(Modifier::cas) && i.operands.size() > 3 && !reads(i.operands[1], pc) &&
        reads(i.operands[2], pc))
      atomics_.insert(pc);
    else
      escapes_ = true;
  }

  // The value decides about something that others may see.
  void decide(uint32_t pc) {
    const Instruction& i = at(pc);
    if (atomics_.contains(pc)) return;
    const size_t value = first_value_of(i);
    if (decides_alike(i) && value < i.operands.size() && is_compared(i.operands[value]))
      atomics_.insert(pc);
    else
      escapes_ = true;
  }

  // What the value is compared or combined with.
  void compare(const Operand& operand, uint32_t pc) {
    if (operand.kind == Operand::Kind::immediate) numbers_.insert(operand.bits);
    if (operand.kind == Operand::Kind::reg && !reads(operand, pc))
      registers_.insert(origin_of(operand.index));
  }
  bool is_compared(const Operand& operand) const {
    if (operand.kind == Operand::Kind::reg) return registers_.contains(origin_of(operand.index));
    return operand.kind == Operand::Kind::immediate &&
           (numbers_.contains(operand.bits) || numbers_.contains(~operand.bits) ||
            numbers_.contains(~operand.bits & 0xffffffff));
  }
  // Through copies, conversions and complements.
  uint32_t origin_of(uint32_t reg) const {
    for (size_t steps = loads_.writers_.size(); steps > 0; --steps) {
      if (loads_.writers_[reg].size() != 1) break;
      const Instruction& i = at(loads_.writers_[reg][0]);
      const bool passes =
          i.opcode == Opcode::mov || i.opcode == Opcode::cvt || i.opcode == Opcode::not_;
      if (!passes || i.guarded || i.operands[1].kind != Operand::Kind::reg) break;
      reg = i.operands[1].index;
    }
    return reg;
  }

  const CheckedLoads& loads_;
  const uint32_t load_;
  std::vector<bool> tainted_;  // by register
  std::set<uint32_t> atomics_;
  std::set<uint32_t> registers_;
  std::set<uint64_t> numbers_;
  bool changed_ = false, escapes_ = false;
};

std::vector<uint32_t> CheckedLoads::checking_atomics(uint32_t load) {
  return Spread(*this, load).atomics();
}

}  // namespace simt::ptx
