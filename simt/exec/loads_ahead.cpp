#include "simt/exec/loads_ahead.h"

#include <algorithm>
#include <map>
#include <utility>

#include "simt/exec/lane_access.h"
#include "simt/exec/memory_operands.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"

namespace simt::exec {
namespace {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::Space;
using ptx::Type;

// How many instructions beyond moves and selects a value is followed through, and in how many
// registers: what takes more counts as used. Compilers run a few instructions ahead of a condition.
constexpr uint32_t most_steps = 8;
constexpr size_t most_registers = 64;

bool is_logic_of_predicates(const Instruction& i) {
  return i.type() == Type::pred && (i.opcode == Opcode::and_ || i.opcode == Opcode::or_);
}

// Whether some lanes may not need the register's value for the instruction.
bool may_drop(const Instruction& i, uint32_t reg) {
  const auto is = [&](size_t o) {
    return i.operands[o].kind == Operand::Kind::reg && i.operands[o].index == reg;
  };
  if (is_logic_of_predicates(i)) return true;
  if (i.opcode == Opcode::selp) return is(1) || is(2);
  return i.guarded && !ptx::is_jump(i.opcode);
}

uint32_t steps_of(const Instruction& i) {
  return i.opcode == Opcode::mov || i.opcode == Opcode::selp || i.type() == Type::pred ? 0 : 1;
}

bool is_candidate(const Instruction& i) {
  if (ptx::info_of(i.opcode).access != ptx::Access::load || i.operands.empty()) return false;
  AccessCode code;
  set_order(i, code);
  const Space space = i.space();
  return !code.strong && (space == Space::generic || space == Space::shared ||
                          space == Space::global || space == Space::local);
}

class Search {
 public:
  Search(const ptx::Function& function, const ptx::Flow& flow)
      : function_(function),
        flow_(flow),
        accesses_(ptx::find_all_accesses(function)),
        lives_(ptx::find_lives(function, flow, accesses_)),
        dropped_((function.registers.size() + 63) / 64),
        readers_(function.registers.size()) {
    for (size_t b = 0; b < flow.blocks.size(); ++b)
      for (size_t w = 0; w < dropped_.size(); ++w) {
        uint64_t on_all_ways = flow.blocks[b].leaves ? 0 : ~uint64_t{0};
        for (const uint32_t next : flow.blocks[b].successors) on_all_ways &= lives_.in[next][w];
        dropped_[w] |= lives_.out[b][w] & ~on_all_ways;
      }
    for (uint32_t pc = 0; pc < accesses_.size(); ++pc)
      for (const uint32_t reg : accesses_[pc].reads)
        if (readers_[reg].empty() || readers_[reg].back() != pc) readers_[reg].push_back(pc);
  }

  std::vector<LoadAhead> run() {
    std::vector<LoadAhead> found;
    for (uint32_t b = 0; b < flow_.blocks.size(); ++b)
      for (uint32_t u = flow_.blocks[b].first; u < flow_.blocks[b].end; ++u) {
        const uint32_t pc = flow_.units[u].pc;
        if (flow_.units[u].branch_around || !is_candidate(function_.instructions[pc]) ||
            is_used_at_once(u, flow_.blocks[b].end))
          continue;
        if (LoadAhead load = follow(b, u); !load.registers.empty())
          found.push_back(std::move(load));
      }
    return found;
  }

 private:
  static bool has(const ptx::RegisterSet& set, uint32_t reg) {
    return set[reg / 64] >> reg % 64 & 1;
  }

  // The registers whose values are needed when a unit of the block has run, without those that it
  // writes.
  ptx::RegisterSet alive_across(uint32_t block, uint32_t unit) const {
    ptx::RegisterSet alive = lives_.out[block];
    for (uint32_t u = flow_.blocks[block].end; u-- > unit;) {
      const ptx::Unit& at = flow_.units[u];
      const ptx::Accesses& accesses = accesses_[at.pc];
      for (const uint32_t reg : accesses.writes)
        if (!at.branch_around) alive[reg / 64] &= ~(uint64_t{1} << reg % 64);
      if (u == unit) break;
      for (const uint32_t reg : accesses.reads) alive[reg / 64] |= uint64_t{1} << reg % 64;
    }
    return alive;
  }

  // Whether all lanes that load use the value before they may part.
  bool is_used_at_once(uint32_t unit, uint32_t end) const {
    std::vector<uint32_t> holding = accesses_[flow_.units[unit].pc].writes;
    const auto holds = [&](uint32_t reg) {
      return std::ranges::find(holding, reg) != holding.end();
    };
    for (uint32_t u = unit + 1; u < end; ++u) {
      const Instruction& i = function_.instructions[flow_.units[u].pc];
      const ptx::Accesses& accesses = accesses_[flow_.units[u].pc];
      const auto read = std::ranges::find_if(accesses.reads, holds);
      if (read == accesses.reads.end() || may_drop(i, *read)) {
        std::erase_if(holding, [&](uint32_t reg) {
          return std::ranges::find(accesses.writes, reg) != accesses.writes.end();
        });
        continue;
      }
      if (!passes_on(i)) return true;
      holding.insert(holding.end(), accesses.writes.begin(), accesses.writes.end());
    }
    return false;
  }

  // Without registers where no lane can throw the value away.
  LoadAhead follow(uint32_t block, uint32_t unit) const {
    const uint32_t pc = flow_.units[unit].pc;
    const ptx::RegisterSet alive = alive_across(block, unit);
    std::map<uint32_t, uint32_t> steps;  // by register
    std::vector<uint32_t> open = accesses_[pc].writes;
    for (const uint32_t reg : open) steps[reg] = 0;
    bool dropped = false;
    while (!open.empty()) {
      const uint32_t reg = open.back();
      open.pop_back();
      dropped |= steps[reg] == 0 && has(dropped_, reg);
      for (const uint32_t reader : readers_[reg]) {
        const Instruction& i = function_.instructions[reader];
        dropped |= may_drop(i, reg);
        const uint32_t taken = steps[reg] + steps_of(i);
        if (taken > most_steps || !passes_on(i)) continue;
        for (const uint32_t written : accesses_[reader].writes) {
          // A running sum of what each turn of a loop loads is used.
          if (taken > 0 && has(alive, written)) continue;
          if (const auto known = steps.find(written); known != steps.end()) {
            if (known->second <= taken) continue;
          } else if (steps.size() == most_registers) {
            continue;
          }
          steps[written] = taken;
          open.push_back(written);
        }
      }
    }
    LoadAhead load{pc, {}, {}};
    if (!dropped) return load;
    for (const auto& [reg, taken] : steps) {
      load.registers.push_back(reg);
      if (has(alive, reg)) load.older.push_back(reg);
    }
    return load;
  }

  const ptx::Function& function_;
  const ptx::Flow& flow_;
  const std::vector<ptx::Accesses> accesses_;  // by pc
  const ptx::Lives lives_;
  ptx::RegisterSet dropped_;  // that a branch leads to where their values are not needed, too
  std::vector<std::vector<uint32_t>> readers_;  // pcs, by register
};

}  // namespace

bool passes_on(const Instruction& i) {
  const ptx::OpcodeInfo& info = ptx::info_of(i.opcode);
  const bool carries = i.has(Modifier::cc) || i.opcode == Opcode::addc ||
                       i.opcode == Opcode::subc || i.opcode == Opcode::madc;
  return info.control == ptx::Control::lanes && info.access == ptx::Access::none && !carries &&
         ptx::has_destination(i) && ptx::find_accesses(i).reads.size() <= 4;
}

std::vector<LoadAhead> find_loads_ahead(const ptx::Function& function, const ptx::Flow& flow) {
  return Search(function, flow).run();
}

}  // namespace simt::exec
