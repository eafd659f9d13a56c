#include "simt/exec/loads_ahead.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
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
  if (is_handed_out(i, reg)) return true;
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

// What each instruction reads and writes where lanes run it: its guard is not in it.
std::vector<ptx::Accesses> find_unguarded(const ptx::Function& function) {
  ptx::Function unguarded = function;
  for (Instruction& i : unguarded.instructions) i.guarded = false;
  return ptx::find_all_accesses(unguarded);
}

class Search {
 public:
  Search(const ptx::Function& function, const ptx::Flow& flow)
      : function_(function),
        flow_(flow),
        accesses_(ptx::find_all_accesses(function)),
        unguarded_(find_unguarded(function)),
        lives_(ptx::find_lives(function, flow, accesses_)),
        dropped_((function.registers.size() + 63) / 64),
        readers_(function.registers.size()),
        writers_(function.registers.size()) {
    for (size_t b = 0; b < flow.blocks.size(); ++b)
      for (size_t w = 0; w < dropped_.size(); ++w) {
        uint64_t on_all_ways = flow.blocks[b].leaves ? 0 : ~uint64_t{0};
        for (const uint32_t next : flow.blocks[b].successors) on_all_ways &= lives_.in[next][w];
        dropped_[w] |= lives_.out[b][w] & ~on_all_ways;
      }
    for (uint32_t pc = 0; pc < accesses_.size(); ++pc)
      for (const uint32_t reg : accesses_[pc].reads)
        if (readers_[reg].empty() || readers_[reg].back() != pc) readers_[reg].push_back(pc);
    for (uint32_t b = 0; b < flow.blocks.size(); ++b)
      for (uint32_t u = flow.blocks[b].first; u < flow.blocks[b].end; ++u)
        if (!flow.units[u].branch_around)
          for (const uint32_t reg : accesses_[flow.units[u].pc].writes)
            writers_[reg].push_back({b, u});
  }

  std::vector<LoadAhead> run() {
    std::vector<LoadAhead> found;
    for (uint32_t b = 0; b < flow_.blocks.size(); ++b) {
      ptx::RegisterSet alive = lives_.out[b];  // behind the unit
      for (uint32_t u = flow_.blocks[b].end; u-- > flow_.blocks[b].first;) {
        const auto& [pc, branch_around] = flow_.units[u];
        if (!branch_around)
          for (const uint32_t reg : accesses_[pc].writes) put(alive, reg, false);
        if (!branch_around && is_candidate(function_.instructions[pc]))
          if (LoadAhead load = follow(pc, runs_again(b) ? alive : ptx::RegisterSet(alive.size()));
              !load.registers.empty() && may_be_dropped(load, {b, u}, accesses_[pc].writes))
            found.push_back(without_used(load));
        for (const uint32_t reg : accesses_[pc].reads) put(alive, reg, true);
      }
    }
    std::ranges::sort(found, {}, &LoadAhead::pc);
    return found;
  }

 private:
  // Whether a lane may come to the block a second time.
  bool runs_again(uint32_t block) const {
    std::vector<bool> seen(flow_.blocks.size());
    std::vector<uint32_t> open = {block};
    while (!open.empty()) {
      const uint32_t from = open.back();
      open.pop_back();
      for (const uint32_t next : flow_.blocks[from].successors) {
        if (next == block) return true;
        if (!seen[next]) open.push_back(next);
        seen[next] = true;
      }
    }
    return false;
  }

  using Registers = std::set<uint32_t>;
  struct Position {
    uint32_t block, unit;
  };

  static bool has(const ptx::RegisterSet& set, uint32_t reg) {
    return set[reg / 64] >> reg % 64 & 1;
  }
  static void put(ptx::RegisterSet& set, uint32_t reg, bool is_in) {
    const uint64_t bit = uint64_t{1} << reg % 64;
    set[reg / 64] = is_in ? set[reg / 64] | bit : set[reg / 64] & ~bit;
  }

  // Follows the value no further than to where all lanes that it gets to will use it.
  LoadAhead without_used(const LoadAhead& load) const {
    LoadAhead left{load.pc, {}, {}};
    const auto is_followed = [&](uint32_t reg) {
      return std::ranges::binary_search(load.registers, reg);
    };
    for (const uint32_t reg : load.registers) {
      const bool may_be_left = std::ranges::any_of(writers_[reg], [&](const Position& writer) {
        const uint32_t pc = flow_.units[writer.unit].pc;
        return pc == load.pc || (std::ranges::any_of(unguarded_[pc].reads, is_followed) &&
                                 may_be_dropped(load, writer, {reg}));
      });
      if (may_be_left) left.registers.push_back(reg);
    }
    std::ranges::set_intersection(load.older, left.registers, std::back_inserter(left.older));
    return left;
  }

  // Whether a lane may come from there, where these registers hold the value, to where none does any
  // more, and has not used it.
  bool may_be_dropped(const LoadAhead& load, const Position& at,
                      const std::vector<uint32_t>& holding_there) const {
    std::map<uint32_t, Registers> at_begin;  // by block: what holds it, whatever way led there
    std::vector<uint32_t> open;
    // Goes on from a unit with registers that hold it. False where a lane drops it.
    const auto go_on = [&](uint32_t from, uint32_t first, Registers holding) {
      const ptx::BasicBlock& begun = flow_.blocks[from];
      for (uint32_t u = first; u < begun.end; ++u)
        if (is_used(load, flow_.units[u], holding)) return true;
      if (begun.leaves) return false;
      for (const uint32_t next : begun.successors) {
        Registers held = holding;
        const auto [known, is_new] = at_begin.try_emplace(next);
        std::erase_if(held, [&](uint32_t reg) {
          return !has(lives_.in[next], reg) || (!is_new && !known->second.contains(reg));
        });
        if (held.empty()) return false;
        if (is_new || held.size() < known->second.size()) open.push_back(next);
        known->second = std::move(held);
      }
      return true;
    };
    if (!go_on(at.block, at.unit + 1, {holding_there.begin(), holding_there.end()})) return true;
    while (!open.empty()) {
      const uint32_t next = open.back();
      open.pop_back();
      if (!go_on(next, flow_.blocks[next].first, at_begin.at(next))) return true;
    }
    return false;
  }

  // Whether all lanes that come to the unit use the value; else what holds it behind the unit.
  bool is_used(const LoadAhead& load, const ptx::Unit& unit, Registers& holding) const {
    const Instruction& i = function_.instructions[unit.pc];
    const auto holds = [&](uint32_t reg) { return holding.contains(reg); };
    const bool is_masked = i.guarded && !ptx::guard_is_branch(i);
    if ((unit.branch_around || is_masked) && holds(i.guard)) return true;
    if (unit.branch_around) return false;
    const ptx::Accesses& accesses = unguarded_[unit.pc];
    const bool is_read = std::ranges::any_of(accesses.reads, holds);
    const bool is_read_in_all = std::ranges::any_of(
        accesses.reads, [&](uint32_t reg) { return holds(reg) && !is_handed_out(i, reg); });
    const bool may_read = is_masked && !ptx::is_jump(i.opcode);
    if (is_read_in_all && !may_read && !passes_on(i)) return true;
    if (!is_read || may_read || !passes_on(i) || !passes_in_all_lanes(i, holding)) {
      for (const uint32_t reg : accesses.writes) holding.erase(reg);
      return false;
    }
    holding.insert(accesses.writes.begin(), accesses.writes.end());
    // Who leaves it in a register that is not followed uses it.
    return std::ranges::any_of(accesses.writes, [&](uint32_t reg) {
      return !std::ranges::binary_search(load.registers, reg);
    });
  }

  // Of an instruction that passes a value on, and reads one of these registers.
  static bool passes_in_all_lanes(const Instruction& i, const Registers& holding) {
    const auto holds = [&](size_t o) {
      return i.operands[o].kind == Operand::Kind::reg && holding.contains(i.operands[o].index);
    };
    if (i.opcode == Opcode::selp) return holds(3) || (holds(1) && holds(2));
    return !is_logic_of_predicates(i) || (holds(1) && holds(2));
  }

  // Without registers where nothing can throw the value away.
  // `alive`: what is needed behind the load, without what it writes; nothing where it runs once.
  LoadAhead follow(uint32_t pc, const ptx::RegisterSet& alive) const {
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
  const std::vector<ptx::Accesses> accesses_, unguarded_;  // by pc
  const ptx::Lives lives_;
  ptx::RegisterSet dropped_;  // that a branch leads to where their values are not needed, too
  std::vector<std::vector<uint32_t>> readers_;  // pcs, by register
  std::vector<std::vector<Position>> writers_;  // by register
};

}  // namespace

bool passes_on(const Instruction& i) {
  const ptx::OpcodeInfo& info = ptx::info_of(i.opcode);
  const bool carries = i.has(Modifier::cc) || i.opcode == Opcode::addc ||
                       i.opcode == Opcode::subc || i.opcode == Opcode::madc;
  return info.control == ptx::Control::lanes && info.access == ptx::Access::none && !carries &&
         ptx::has_destination(i) && ptx::find_accesses(i).reads.size() <= 4;
}

bool is_handed_out(const Instruction& i, uint32_t reg) {
  // Of `bfly`, each lane reads another one.
  if (i.opcode != Opcode::shfl || i.has(Modifier::bfly)) return false;
  const auto is = [&](const Operand& operand) {
    return operand.kind == Operand::Kind::reg && operand.index == reg;
  };
  return is(i.operands[1]) && std::none_of(i.operands.begin() + 2, i.operands.end(), is);
}

std::vector<LoadAhead> find_loads_ahead(const ptx::Function& function, const ptx::Flow& flow) {
  return Search(function, flow).run();
}

}  // namespace simt::exec
