// Which instructions of a function lanes may come to from others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/ptx/flow.h"
#include "simt/ptx/program.h"

namespace simt::ptx {

// Of one function, which it refers to.
class Routes {
 public:
  explicit Routes(const Function& function);

  const Flow& flow() const { return flow_; }
  // Where an instruction is: its unit, and the block of that.
  uint32_t unit_of(uint32_t pc) const { return units_[pc]; }
  uint32_t block_of(uint32_t pc) const { return blocks_[units_[pc]]; }
  // The instruction at the end of a block.
  const Instruction& last_of(uint32_t block) const;

  // Calls visit(pc) for what lanes may come to from the beginning, or after the instruction at `pc`. Where it returns
  // false they go no further. follows(block, s): whether they may go on to the block's successor number `s`.
  template <typename Visit, typename Follows>
  void from_beginning(Visit visit, Follows follows) const {
    if (!flow_.blocks.empty()) walk(0, 0, visit, follows);
  }
  template <typename Visit, typename Follows>
  void after(uint32_t pc, Visit visit, Follows follows) const {
    walk(block_of(pc), unit_of(pc) + 1, visit, follows);
  }
  static constexpr auto all = [](uint32_t, size_t) { return true; };

  // Whether lanes may come from one instruction to another without carrying out the one at `without`.
  bool lead(uint32_t from, uint32_t to, uint32_t without) const;
  // By pc: whether all ways there lead through this one.
  std::vector<bool> find_dominated(uint32_t pc) const;

 private:
  template <typename Visit, typename Follows>
  void walk(uint32_t block, uint32_t unit, Visit visit, Follows follows) const {
    std::vector<bool> seen(flow_.blocks.size());
    std::vector<uint32_t> open;
    const auto pass = [&](uint32_t b, uint32_t first) {
      for (uint32_t u = first; u < flow_.blocks[b].end; ++u)
        if (!flow_.units[u].branch_around && !visit(flow_.units[u].pc)) return;
      const std::vector<uint32_t>& successors = flow_.blocks[b].successors;
      for (size_t s = 0; s < successors.size(); ++s)
        if (!seen[successors[s]] && follows(b, s)) {
          seen[successors[s]] = true;
          open.push_back(successors[s]);
        }
    };
    pass(block, unit);
    while (!open.empty()) {
      const uint32_t b = open.back();
      open.pop_back();
      pass(b, flow_.blocks[b].first);
    }
  }

  const Function& function_;
  const Flow flow_;
  std::vector<uint32_t> units_;   // by pc
  std::vector<uint32_t> blocks_;  // by unit
};

}  // namespace simt::ptx
