#include "simt/ptx/conditions.h"

#include <algorithm>
#include <set>

#include "simt/ptx/flow.h"

namespace simt::ptx {
namespace {

// By block: the blocks at whose ends it is decided whether lanes come to it.
std::vector<std::set<uint32_t>> find_deciding_blocks(const Flow& flow) {
  std::vector<std::set<uint32_t>> deciding(flow.blocks.size());
  for (uint32_t b = 0; b < flow.blocks.size(); ++b) {
    const BasicBlock& block = flow.blocks[b];
    if (block.successors.size() + block.leaves < 2) continue;
    // What all lanes come to behind a successor, up to where those of the others join them.
    for (uint32_t at : block.successors)
      for (; at != block.meet && at != BasicBlock::none && deciding[at].insert(b).second;)
        at = flow.blocks[at].meet;
  }
  return deciding;
}

}  // namespace

std::vector<uint32_t> find_conditions(const Function& function, uint32_t pc) {
  return find_conditions(function, std::span(&pc, 1));
}

std::vector<uint32_t> find_conditions(const Function& function, std::span<const uint32_t> pcs) {
  const Flow flow = find_flow(function);
  const std::vector<std::set<uint32_t>> deciding = find_deciding_blocks(flow);
  std::set<uint32_t> conditions, blocks;
  for (const uint32_t pc : pcs)
    if (function.instructions[pc].guarded) conditions.insert(pc);
  std::vector<uint32_t> open;
  const auto add = [&](uint32_t block) {
    for (const uint32_t b : deciding[block])
      if (blocks.insert(b).second) open.push_back(b);
  };
  for (uint32_t b = 0; b < flow.blocks.size(); ++b)
    if (std::any_of(flow.units.begin() + flow.blocks[b].first,
                    flow.units.begin() + flow.blocks[b].end, [&](const Unit& unit) {
                      return !unit.branch_around && std::ranges::count(pcs, unit.pc) > 0;
                    }))
      add(b);
  while (!open.empty()) {
    const uint32_t b = open.back();
    open.pop_back();
    conditions.insert(flow.units[flow.blocks[b].end - 1].pc);
    add(b);
  }
  return {conditions.begin(), conditions.end()};
}

}  // namespace simt::ptx
