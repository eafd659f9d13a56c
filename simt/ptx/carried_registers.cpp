#include "simt/ptx/carried_registers.h"

#include <algorithm>
#include <vector>

#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/uniform.h"

namespace simt::ptx {
namespace {

// Whether what it reads matters for nothing but the registers that it writes.
bool only_computes(const Instruction& instruction) {
  const OpcodeInfo& info = info_of(instruction.opcode);
  return has_destination(instruction) && info.control == Control::lanes &&
         (info.access == Access::none || info.access == Access::load);
}

// By register: whether its value gets to anything but registers.
std::vector<bool> find_useful_registers(const Function& function,
                                        const std::vector<Accesses>& accesses) {
  std::vector<bool> useful(function.registers.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t pc = accesses.size(); pc-- > 0;) {
      const auto& [reads, writes] = accesses[pc];
      if (only_computes(function.instructions[pc]) &&
          std::none_of(writes.begin(), writes.end(), [&](uint32_t r) { return useful[r]; }))
        continue;
      for (const uint32_t r : reads) {
        changed |= !useful[r];
        useful[r] = true;
      }
    }
  }
  return useful;
}

// The blocks from which `last` leads back to `first` without leaving the loop that begins there; none
// where the loop can be entered elsewhere.
std::vector<uint32_t> blocks_of_loop(const Flow& flow, uint32_t first, uint32_t last,
                                     const std::vector<std::vector<uint32_t>>& predecessors) {
  std::vector<bool> seen(flow.blocks.size());
  seen[first] = seen[last] = true;
  std::vector<uint32_t> blocks{first};
  if (last != first) blocks.push_back(last);
  for (size_t next = 1; next < blocks.size(); ++next) {
    if (blocks[next] == 0) return {};
    for (const uint32_t p : predecessors[blocks[next]]) {
      if (!seen[p]) blocks.push_back(p);
      seen[p] = true;
    }
  }
  return blocks;
}

class Carried {
 public:
  Carried(const Function& function, const Flow& flow)
      : function_(function),
        flow_(flow),
        accesses_(find_all_accesses(function)),
        lives_(find_lives(function, flow, accesses_)),
        useful_(find_useful_registers(function, accesses_)),
        varies_(find_varying_registers(function)),
        predecessors_(flow.blocks.size()) {
    for (uint32_t b = 0; b < flow.blocks.size(); ++b)
      for (const uint32_t s : flow.blocks[b].successors) predecessors_[s].push_back(b);
  }

  uint32_t most() {
    uint32_t most = 0;
    for (uint32_t b = 0; b < flow_.blocks.size(); ++b)
      for (const uint32_t s : flow_.blocks[b].successors)
        if (s <= b)
          most = std::max(most, count(s, blocks_of_loop(flow_, s, b, predecessors_), most));
    return most;
  }

 private:
  bool is_alive(uint32_t block, uint32_t r) const {
    return lives_.in[block][r / 64] >> (r % 64) & 1;
  }
  uint32_t words(uint32_t r) const { return size_of(function_.registers[r].type) / 4; }

  // Whether the value is one that a counter of rounds tells: it changes by as much in each.
  bool counts_rounds(const Instruction& instruction, uint32_t from) const {
    if (is_float(instruction.type()) ||
        (instruction.opcode != Opcode::add && instruction.opcode != Opcode::sub &&
         instruction.opcode != Opcode::mad))
      return false;
    const auto& reads = accesses_[&instruction - function_.instructions.data()].reads;
    return std::none_of(reads.begin(), reads.end(),
                        [&](uint32_t r) { return r != from && changes_[r]; });
  }

  template <class F>  // f(pc)
  void for_instructions(const std::vector<uint32_t>& blocks, F f) const {
    for (const uint32_t b : blocks)
      for (uint32_t u = flow_.blocks[b].first; u < flow_.blocks[b].end; ++u)
        if (!flow_.units[u].branch_around) f(flow_.units[u].pc);
  }

  void find_changes(const std::vector<uint32_t>& blocks) {
    changes_.assign(function_.registers.size(), false);
    for_instructions(blocks, [&](uint32_t pc) {
      for (const uint32_t w : accesses_[pc].writes) changes_[w] = true;
    });
  }

  void find_computed(const std::vector<uint32_t>& blocks) {
    computed_.assign(function_.registers.size(), {});
    for_instructions(blocks, [&](uint32_t pc) {
      for (const uint32_t r : accesses_[pc].reads) {
        if (counts_rounds(function_.instructions[pc], r)) continue;
        for (const uint32_t w : accesses_[pc].writes) computed_[r].push_back(w);
      }
    });
  }

  // Takes the registers of the shortest way from a register to itself that nobody has taken yet, and
  // that hold as much; whether there is one.
  bool take_way_round(uint32_t r, std::vector<bool>& taken) const {
    std::vector<uint32_t> from(function_.registers.size(), none), reached{r};
    for (size_t next = 0; next < reached.size() && from[r] == none; ++next)
      for (const uint32_t w : computed_[reached[next]]) {
        if (taken[w] || from[w] != none || words(w) < words(r)) continue;
        from[w] = reached[next];
        reached.push_back(w);
      }
    if (from[r] == none) return false;
    uint32_t at = r;
    do {
      taken[at] = true;
      at = from[at];
    } while (at != r);
    return true;
  }

  // Of the loop that begins with the first of the blocks; `known` where it has no more.
  uint32_t count(uint32_t first, const std::vector<uint32_t>& blocks, uint32_t known) {
    if (blocks.empty()) return known;
    find_changes(blocks);
    std::vector<uint32_t> candidates;
    uint32_t possible = stack_pointer;
    for (uint32_t r = 0; r < function_.registers.size(); ++r)
      if (changes_[r] && useful_[r] && varies_[r] && words(r) > 0 && is_alive(first, r)) {
        candidates.push_back(r);
        possible += words(r);
      }
    if (possible <= known) return known;
    find_computed(blocks);
    std::vector<bool> taken(function_.registers.size());
    uint32_t carried = stack_pointer;
    for (const uint32_t r : candidates)
      if (!taken[r] && take_way_round(r, taken)) carried += words(r);
    return std::max(known, carried);
  }

  static constexpr uint32_t none = 0xffffffff;
  static constexpr uint32_t stack_pointer = 1;

  const Function& function_;
  const Flow& flow_;
  const std::vector<Accesses> accesses_;
  const Lives lives_;
  const std::vector<bool> useful_, varies_;
  std::vector<std::vector<uint32_t>> predecessors_;
  // Of a loop, by register: whether a round writes it, and what is computed from it.
  std::vector<bool> changes_;
  std::vector<std::vector<uint32_t>> computed_;
};

}  // namespace

uint32_t carried_registers(const Function& function, const Flow& flow) {
  return has_too_many_lives(function, flow) ? 0 : Carried(function, flow).most();
}

}  // namespace simt::ptx
