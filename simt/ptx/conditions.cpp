#include "simt/ptx/conditions.h"

#include <algorithm>
#include <set>
#include <utility>

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

// The last instructions of the blocks that decide about these blocks, and of those that decide about them.
std::set<uint32_t> conditions_of(const Flow& flow, const std::vector<std::set<uint32_t>>& deciding,
                                 std::vector<uint32_t> open) {
  std::set<uint32_t> conditions, blocks;
  while (!open.empty()) {
    const uint32_t block = open.back();
    open.pop_back();
    for (const uint32_t b : deciding[block])
      if (blocks.insert(b).second) {
        conditions.insert(flow.units[flow.blocks[b].end - 1].pc);
        open.push_back(b);
      }
  }
  return conditions;
}

}  // namespace

std::vector<uint32_t> find_conditions(const Function& function, uint32_t pc) {
  return find_conditions(function, std::span(&pc, 1));
}

std::vector<uint32_t> find_conditions(const Function& function, std::span<const uint32_t> pcs) {
  const Flow flow = find_flow(function);
  std::vector<uint32_t> blocks;
  for (uint32_t b = 0; b < flow.blocks.size(); ++b)
    if (std::any_of(flow.units.begin() + flow.blocks[b].first,
                    flow.units.begin() + flow.blocks[b].end, [&](const Unit& unit) {
                      return !unit.branch_around && std::ranges::count(pcs, unit.pc) > 0;
                    }))
      blocks.push_back(b);
  std::set<uint32_t> conditions =
      conditions_of(flow, find_deciding_blocks(flow), std::move(blocks));
  for (const uint32_t pc : pcs)
    if (function.instructions[pc].guarded) conditions.insert(pc);
  return {conditions.begin(), conditions.end()};
}

std::vector<std::vector<uint32_t>> find_all_conditions(const Function& function) {
  const Flow flow = find_flow(function);
  const std::vector<std::set<uint32_t>> deciding = find_deciding_blocks(flow);
  std::vector<std::vector<uint32_t>> all(function.instructions.size());
  for (uint32_t b = 0; b < flow.blocks.size(); ++b) {
    const std::set<uint32_t> conditions = conditions_of(flow, deciding, {b});
    for (uint32_t u = flow.blocks[b].first; u < flow.blocks[b].end; ++u)
      if (!flow.units[u].branch_around)
        all[flow.units[u].pc].assign(conditions.begin(), conditions.end());
  }
  return all;
}

}  // namespace simt::ptx
