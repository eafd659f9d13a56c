#include "simt/ptx/flow.h"

#include <algorithm>
#include <utility>

#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"

namespace simt::ptx {
namespace {

bool leaves(const Instruction& instruction) {
  return info_of(instruction.opcode).control == Control::leave;
}

// Immediate post-dominators by the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast
// Dominance Algorithm") on the reversed graph. Node n is a virtual one that all leaving blocks lead
// to.
class PostDominators {
 public:
  explicit PostDominators(std::vector<BasicBlock>& blocks) : blocks_(blocks), exit_(blocks.size()) {
    predecessors_.resize(exit_ + 1);
    successors_.resize(exit_ + 1);
    for (uint32_t b = 0; b < exit_; ++b) {
      for (uint32_t s : blocks[b].successors) add_edge(b, s);
      if (blocks[b].leaves || blocks[b].successors.empty()) add_edge(b, exit_);
    }
    number_from_exit();
    // Endless loops never leave: their last block gets an edge to the end, so that it has an order.
    for (uint32_t b = exit_; b-- > 0;)
      if (order_[b] == unnumbered) {
        add_edge(b, exit_);
        number_from_exit();
      }
    find();
  }

 private:
  static constexpr uint32_t unnumbered = 0xffffffff;

  void add_edge(uint32_t from, uint32_t to) {
    successors_[from].push_back(to);
    predecessors_[to].push_back(from);
  }

  // Post-order of a depth-first walk against the edges, from the end.
  void number_from_exit() {
    order_.assign(exit_ + 1, unnumbered);
    by_order_.clear();
    std::vector<bool> seen(exit_ + 1);
    std::vector<std::pair<uint32_t, size_t>> stack{{exit_, 0}};
    seen[exit_] = true;
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next < predecessors_[node].size()) {
        const uint32_t p = predecessors_[node][next++];
        if (!seen[p]) {
          seen[p] = true;
          stack.push_back({p, 0});
        }
      } else {
        order_[node] = by_order_.size();
        by_order_.push_back(node);
        stack.pop_back();
      }
    }
  }

  uint32_t intersect(uint32_t a, uint32_t b) const {
    while (a != b) {
      while (order_[a] < order_[b]) a = meet_[a];
      while (order_[b] < order_[a]) b = meet_[b];
    }
    return a;
  }

  void find() {
    meet_.assign(exit_ + 1, unnumbered);
    meet_[exit_] = exit_;
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = by_order_.size() - 1; i-- > 0;) {  // reverse post-order, without the end
        const uint32_t node = by_order_[i];
        uint32_t found = unnumbered;
        for (uint32_t s : successors_[node])
          if (meet_[s] != unnumbered) found = found == unnumbered ? s : intersect(found, s);
        if (meet_[node] != found) {
          meet_[node] = found;
          changed = true;
        }
      }
    }
    for (uint32_t b = 0; b < exit_; ++b) {
      blocks_[b].meet = meet_[b] == exit_ ? BasicBlock::none : meet_[b];
      if (blocks_[b].meet != BasicBlock::none && blocks_[b].successors.size() > 1)
        blocks_[blocks_[b].meet].is_meet = true;
    }
  }

  std::vector<BasicBlock>& blocks_;
  const uint32_t exit_;
  std::vector<std::vector<uint32_t>> predecessors_, successors_;
  std::vector<uint32_t> order_, by_order_, meet_;
};

void add_registers(const Operand& operand, std::vector<uint32_t>& found) {
  switch (operand.kind) {
    case Operand::Kind::reg:
      found.push_back(operand.index);
      break;
    case Operand::Kind::address:
      if (operand.base == Operand::Base::reg) found.push_back(operand.index);
      break;
    default:
      for (const Operand& element : operand.elements) add_registers(element, found);
  }
}

// Fills in the units; where each instruction's begin, and their end.
std::vector<uint32_t> make_units(const Function& function, Flow& flow) {
  const auto& instructions = function.instructions;
  std::vector<uint32_t> unit_of(instructions.size() + 1);
  for (uint32_t pc = 0; pc < instructions.size(); ++pc) {
    unit_of[pc] = flow.units.size();
    if (instructions[pc].guarded && guard_is_branch(instructions[pc]))
      flow.units.push_back({pc, true});
    flow.units.push_back({pc, false});
  }
  unit_of[instructions.size()] = flow.units.size();
  return unit_of;
}

// The units that a block begins with, and the end.
std::vector<bool> leads_of(const Function& function, const Flow& flow,
                           const std::vector<uint32_t>& unit_of) {
  const uint32_t end = flow.units.size();
  std::vector<bool> leads(end + 1);
  leads[0] = leads[end] = true;
  for (const Label& label : function.labels) leads[unit_of[label.instruction]] = true;
  for (uint32_t u = 0; u < end; ++u) {
    const Unit& unit = flow.units[u];
    if (unit.branch_around)
      leads[u + 1] = leads[u + 2] = true;
    else if (is_jump(function.instructions[unit.pc].opcode))
      leads[u + 1] = true;
  }
  return leads;
}

// Fills in the blocks; which of them begins at a unit.
std::vector<uint32_t> make_blocks(const std::vector<bool>& leads, Flow& flow) {
  const uint32_t end = flow.units.size();
  std::vector<uint32_t> block_at(end + 1, BasicBlock::none);
  for (uint32_t u = 0; u < end;) {
    BasicBlock block;
    block.first = u;
    do ++u;
    while (!leads[u]);
    block.end = u;
    block_at[block.first] = flow.blocks.size();
    flow.blocks.push_back(block);
  }
  return block_at;
}

// Fills in where the block's end leads to.
void lead_on(const Function& function, const Flow& flow, const std::vector<uint32_t>& block_at,
             BasicBlock& block) {
  // A jump or a fall past the last instruction leaves the function.
  const auto lead_to = [&block](uint32_t target) {
    if (target == BasicBlock::none)
      block.leaves = true;
    else if (std::find(block.successors.begin(), block.successors.end(), target) ==
             block.successors.end())
      block.successors.push_back(target);
  };
  const Unit& last = flow.units[block.end - 1];
  const Instruction& instruction = function.instructions[last.pc];
  const uint32_t after = block_at[block.end];
  if (last.branch_around) {
    lead_to(after);
    lead_to(block_at[block.end + 1]);
  } else if (instruction.opcode == Opcode::bra) {
    lead_to(flow.block_of_label[instruction.operands[0].symbol.index]);
    if (instruction.guarded) lead_to(after);
  } else if (instruction.opcode == Opcode::brx) {
    for (uint32_t label : function.branch_targets[instruction.operands[1].symbol.index])
      lead_to(flow.block_of_label[label]);
    if (instruction.guarded) lead_to(after);
  } else if (leaves(instruction)) {
    block.leaves = true;
    if (instruction.guarded) lead_to(after);
  } else {
    lead_to(after);
  }
}

// Lanes that are done have exited: they do not wait for the others where a kernel only returns.
void leave_at_once(const Function& function, Flow& flow) {
  const auto only_returns = [&](const BasicBlock& block) {
    const Instruction& instruction = function.instructions[flow.units[block.first].pc];
    return leaves(instruction) && !instruction.guarded;
  };
  for (BasicBlock& block : flow.blocks) {
    if (block.meet == BasicBlock::none || !only_returns(flow.blocks[block.meet])) continue;
    flow.blocks[block.meet].is_meet = false;
    block.meet = BasicBlock::none;
  }
}

bool has(const RegisterSet& set, uint32_t r) { return set[r / 64] >> (r % 64) & 1; }
void put(RegisterSet& set, uint32_t r) { set[r / 64] |= uint64_t{1} << (r % 64); }

// One pass against the edges; whether it changed anything.
bool spread(const Flow& flow, const std::vector<RegisterSet>& reads_first,
            const std::vector<RegisterSet>& writes, Lives& lives) {
  bool changed = false;
  for (size_t b = flow.blocks.size(); b-- > 0;) {
    RegisterSet &in = lives.in[b], &out = lives.out[b];
    for (uint32_t s : flow.blocks[b].successors)
      for (size_t w = 0; w < in.size(); ++w) out[w] |= lives.in[s][w];
    for (size_t w = 0; w < in.size(); ++w) {
      const uint64_t value = reads_first[b][w] | (out[w] & ~writes[b][w]);
      changed |= value != in[w];
      in[w] = value;
    }
  }
  return changed;
}

// Intervals that grow from position to position.
class Intervals {
 public:
  explicit Intervals(size_t registers) : by_register_(registers), occurs_(registers) {}

  void extend(uint32_t r, uint32_t position) {
    Interval& interval = by_register_[r];
    if (!occurs_[r]) interval = {r, position, position};
    occurs_[r] = true;
    interval.begin = std::min(interval.begin, position);
    interval.end = std::max(interval.end, position);
  }

  void extend_all(const RegisterSet& set, uint32_t position) {
    for (size_t w = 0; w < set.size(); ++w)
      for (uint64_t bits = set[w]; bits; bits &= bits - 1)
        extend(w * 64 + __builtin_ctzll(bits), position);
  }

  // Those of registers that occur, in order of their begin.
  std::vector<Interval> sorted() const {
    std::vector<Interval> intervals;
    for (uint32_t r = 0; r < by_register_.size(); ++r)
      if (occurs_[r]) intervals.push_back(by_register_[r]);
    std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.reg < b.reg;
    });
    return intervals;
  }

 private:
  std::vector<Interval> by_register_;
  std::vector<bool> occurs_;
};

}  // namespace

bool guard_is_branch(const Instruction& instruction) {
  const Control control = info_of(instruction.opcode).control;
  return control == Control::warp || control == Control::call;
}

Flow find_flow(const Function& function) {
  Flow flow;
  const std::vector<uint32_t> unit_of = make_units(function, flow);
  const std::vector<uint32_t> block_at = make_blocks(leads_of(function, flow, unit_of), flow);
  for (const Label& label : function.labels)
    flow.block_of_label.push_back(block_at[unit_of[label.instruction]]);
  for (BasicBlock& block : flow.blocks) lead_on(function, flow, block_at, block);
  PostDominators{flow.blocks};
  if (function.kernel) leave_at_once(function, flow);
  return flow;
}

Accesses find_accesses(const Instruction& instruction) {
  Accesses accesses;
  size_t first_read = 0;
  if (has_destination(instruction)) {
    add_registers(instruction.operands[0], accesses.writes);
    first_read = 1;
  }
  for (size_t i = first_read; i < instruction.operands.size(); ++i)
    add_registers(instruction.operands[i], accesses.reads);
  if (instruction.guarded) {
    accesses.reads.push_back(instruction.guard);
    accesses.reads.insert(accesses.reads.end(), accesses.writes.begin(), accesses.writes.end());
  }
  return accesses;
}

std::vector<Accesses> find_all_accesses(const Function& function) {
  std::vector<Accesses> accesses;
  accesses.reserve(function.instructions.size());
  for (const Instruction& instruction : function.instructions)
    accesses.push_back(find_accesses(instruction));
  return accesses;
}

Lives find_lives(const Function& function, const Flow& flow,
                 const std::vector<Accesses>& accesses) {
  Lives lives;
  lives.in.assign(flow.blocks.size(), RegisterSet((function.registers.size() + 63) / 64));
  lives.out = lives.in;
  std::vector<RegisterSet> writes = lives.in;
  std::vector<RegisterSet> reads_first = lives.in;
  for (size_t b = 0; b < flow.blocks.size(); ++b)
    for (uint32_t u = flow.blocks[b].first; u < flow.blocks[b].end; ++u) {
      const Unit& unit = flow.units[u];
      const auto read = [&](uint32_t r) {
        if (!has(writes[b], r)) put(reads_first[b], r);
      };
      if (unit.branch_around) {
        read(function.instructions[unit.pc].guard);
        continue;
      }
      for (uint32_t r : accesses[unit.pc].reads) read(r);
      for (uint32_t r : accesses[unit.pc].writes) put(writes[b], r);
    }
  while (spread(flow, reads_first, writes, lives)) continue;
  return lives;
}

bool has_too_many_lives(const Function& function, const Flow& flow) {
  constexpr uint64_t most_words = 1 << 23;
  return flow.blocks.size() * (function.registers.size() / 64 + 1) > most_words;
}

std::vector<Interval> find_intervals(const Function& function, const Flow& flow) {
  const std::vector<Accesses> accesses = find_all_accesses(function);
  const Lives lives = find_lives(function, flow, accesses);
  Intervals intervals(function.registers.size());
  for (size_t b = 0; b < flow.blocks.size(); ++b) {
    intervals.extend_all(lives.in[b], 2 * flow.blocks[b].first);
    intervals.extend_all(lives.out[b], 2 * flow.blocks[b].end - 1);
    for (uint32_t u = flow.blocks[b].first; u < flow.blocks[b].end; ++u) {
      const uint32_t pc = flow.units[u].pc;
      if (flow.units[u].branch_around) {
        intervals.extend(function.instructions[pc].guard, 2 * u);
        continue;
      }
      // What is read lives through the whole instruction: its destination gets another slot, so
      // that handlers may write before they have read everything.
      for (uint32_t r : accesses[pc].reads)
        intervals.extend(r, 2 * u), intervals.extend(r, 2 * u + 1);
      for (uint32_t r : accesses[pc].writes) intervals.extend(r, 2 * u + 1);
    }
  }
  return intervals.sorted();
}

uint32_t register_pressure(const Function& function, const std::vector<Interval>& intervals) {
  const auto most_alive = [&](bool is_wide) {
    std::vector<std::pair<uint32_t, int>> changes;  // of how many are alive, by position
    for (const Interval& interval : intervals) {
      const Type type = function.registers[interval.reg].type;
      if (type == Type::pred || (size_of(type) == 8) != is_wide) continue;
      changes.push_back({interval.begin, 1});
      changes.push_back({interval.end + 1, -1});
    }
    std::sort(changes.begin(), changes.end());
    int alive = 0, most = 0;
    for (const auto& [position, change] : changes) most = std::max(most, alive += change);
    return static_cast<uint32_t>(most);
  };
  return most_alive(false) + 2 * most_alive(true);
}

}  // namespace simt::ptx
