#include "simt/exec/flow.h"

#include <algorithm>

namespace simt::exec {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;

bool ends_block(const ptx::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::bra:
    case Opcode::brx:
    case Opcode::ret:
    case Opcode::exit:
      return true;
    default:
      return false;
  }
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

// Whether operand 0 is written. Addresses never are.
bool writes_first(const ptx::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::st:
    case Opcode::red:
    case Opcode::bra:
    case Opcode::brx:
    case Opcode::nanosleep:
    case Opcode::stackrestore:
      return false;
    case Opcode::bar:
    case Opcode::barrier:
      return instruction.has(Modifier::red);
    default:
      return true;
  }
}

// Lanes that are done have exited: they do not wait for the others where a kernel only returns.
void leave_at_once(const ptx::Function& function, Flow& flow) {
  const auto only_returns = [&](const BasicBlock& block) {
    const ptx::Instruction& instruction = function.instructions[flow.units[block.first].pc];
    return (instruction.opcode == Opcode::ret || instruction.opcode == Opcode::exit) &&
           !instruction.guarded;
  };
  for (BasicBlock& block : flow.blocks) {
    if (block.meet == BasicBlock::none || !only_returns(flow.blocks[block.meet])) continue;
    flow.blocks[block.meet].is_meet = false;
    block.meet = BasicBlock::none;
  }
}

}  // namespace

bool guard_is_branch(const ptx::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::bar:
    case Opcode::barrier:
    case Opcode::call:
    case Opcode::trap:
    case Opcode::brkpt:
    case Opcode::nanosleep:
    case Opcode::alloca:
    case Opcode::stackrestore:
    case Opcode::stacksave:
    case Opcode::shfl:
    case Opcode::vote:
    case Opcode::match:
    case Opcode::redux:
    case Opcode::elect:
    case Opcode::mma:
    case Opcode::ldmatrix:
      return true;
    default:
      return false;
  }
}

Flow find_flow(const ptx::Function& function) {
  Flow flow;
  const auto& instructions = function.instructions;
  std::vector<uint32_t> unit_of(instructions.size() + 1);
  for (uint32_t pc = 0; pc < instructions.size(); ++pc) {
    unit_of[pc] = flow.units.size();
    if (instructions[pc].guarded && guard_is_branch(instructions[pc]))
      flow.units.push_back({pc, true});
    flow.units.push_back({pc, false});
  }
  const uint32_t end = flow.units.size();
  unit_of[instructions.size()] = end;

  std::vector<bool> leads(end + 1);
  leads[0] = leads[end] = true;
  for (const ptx::Label& label : function.labels) leads[unit_of[label.instruction]] = true;
  for (uint32_t u = 0; u < end; ++u) {
    const Unit& unit = flow.units[u];
    if (unit.branch_around)
      leads[u + 1] = leads[u + 2] = true;
    else if (ends_block(instructions[unit.pc]))
      leads[u + 1] = true;
  }

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
  for (const ptx::Label& label : function.labels)
    flow.block_of_label.push_back(block_at[unit_of[label.instruction]]);

  // A jump or a fall past the last instruction leaves the function.
  const auto lead_to = [](BasicBlock& block, uint32_t target) {
    if (target == BasicBlock::none)
      block.leaves = true;
    else if (std::find(block.successors.begin(), block.successors.end(), target) ==
             block.successors.end())
      block.successors.push_back(target);
  };
  for (BasicBlock& block : flow.blocks) {
    const Unit& last = flow.units[block.end - 1];
    const ptx::Instruction& instruction = instructions[last.pc];
    const uint32_t after = block_at[block.end];
    if (last.branch_around) {
      lead_to(block, after);
      lead_to(block, block_at[block.end + 1]);
    } else if (instruction.opcode == Opcode::bra) {
      lead_to(block, flow.block_of_label[instruction.operands[0].symbol.index]);
      if (instruction.guarded) lead_to(block, after);
    } else if (instruction.opcode == Opcode::brx) {
      for (uint32_t label : function.branch_targets[instruction.operands[1].symbol.index])
        lead_to(block, flow.block_of_label[label]);
      if (instruction.guarded) lead_to(block, after);
    } else if (instruction.opcode == Opcode::ret || instruction.opcode == Opcode::exit) {
      block.leaves = true;
      if (instruction.guarded) lead_to(block, after);
    } else {
      lead_to(block, after);
    }
  }
  PostDominators{flow.blocks};
  if (function.kernel) leave_at_once(function, flow);
  return flow;
}

Accesses find_accesses(const ptx::Instruction& instruction) {
  Accesses accesses;
  size_t first_read = 0;
  if (instruction.opcode != Opcode::call && !instruction.operands.empty() &&
      writes_first(instruction) && instruction.operands[0].kind != Operand::Kind::address) {
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

std::vector<Interval> find_intervals(const ptx::Function& function, const Flow& flow) {
  const size_t words = (function.registers.size() + 63) / 64;
  const size_t blocks = flow.blocks.size();
  using Set = std::vector<uint64_t>;
  std::vector<Set> reads_first(blocks, Set(words)), writes(blocks, Set(words));
  std::vector<Set> in(blocks, Set(words)), out(blocks, Set(words));
  const auto has = [](const Set& set, uint32_t r) { return set[r / 64] >> (r % 64) & 1; };
  const auto put = [](Set& set, uint32_t r) { set[r / 64] |= uint64_t{1} << (r % 64); };

  std::vector<Accesses> accesses;
  accesses.reserve(function.instructions.size());
  for (const ptx::Instruction& instruction : function.instructions)
    accesses.push_back(find_accesses(instruction));
  for (size_t b = 0; b < blocks; ++b)
    for (uint32_t u = flow.blocks[b].first; u < flow.blocks[b].end; ++u) {
      const uint32_t pc = flow.units[u].pc;
      if (flow.units[u].branch_around) {
        const uint32_t guard = function.instructions[pc].guard;
        if (!has(writes[b], guard)) put(reads_first[b], guard);
        continue;
      }
      for (uint32_t r : accesses[pc].reads)
        if (!has(writes[b], r)) put(reads_first[b], r);
      for (uint32_t r : accesses[pc].writes) put(writes[b], r);
    }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t b = blocks; b-- > 0;) {
      for (uint32_t s : flow.blocks[b].successors)
        for (size_t w = 0; w < words; ++w) out[b][w] |= in[s][w];
      for (size_t w = 0; w < words; ++w) {
        const uint64_t value = reads_first[b][w] | (out[b][w] & ~writes[b][w]);
        changed |= value != in[b][w];
        in[b][w] = value;
      }
    }
  }

  std::vector<Interval> by_register(function.registers.size());
  std::vector<bool> occurs(function.registers.size());
  const auto extend = [&](uint32_t r, uint32_t position) {
    Interval& interval = by_register[r];
    if (!occurs[r]) interval = {r, position, position};
    occurs[r] = true;
    interval.begin = std::min(interval.begin, position);
    interval.end = std::max(interval.end, position);
  };
  const auto extend_all = [&](const Set& set, uint32_t position) {
    for (size_t w = 0; w < words; ++w)
      for (uint64_t bits = set[w]; bits; bits &= bits - 1)
        extend(w * 64 + __builtin_ctzll(bits), position);
  };
  for (size_t b = 0; b < blocks; ++b) {
    extend_all(in[b], 2 * flow.blocks[b].first);
    extend_all(out[b], 2 * flow.blocks[b].end - 1);
    for (uint32_t u = flow.blocks[b].first; u < flow.blocks[b].end; ++u) {
      const uint32_t pc = flow.units[u].pc;
      if (flow.units[u].branch_around) {
        extend(function.instructions[pc].guard, 2 * u);
        continue;
      }
      // What is read lives through the whole instruction: its destination gets another slot, so
      // that handlers may write before they have read everything.
      for (uint32_t r : accesses[pc].reads) extend(r, 2 * u), extend(r, 2 * u + 1);
      for (uint32_t r : accesses[pc].writes) extend(r, 2 * u + 1);
    }
  }
  std::vector<Interval> intervals;
  for (uint32_t r = 0; r < by_register.size(); ++r)
    if (occurs[r]) intervals.push_back(by_register[r]);
  std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.reg < b.reg;
  });
  return intervals;
}

}  // namespace simt::exec
