#include "simt/ptx/routes.h"

namespace simt::ptx {

Routes::Routes(const Function& function)
    : function_(function),
      flow_(find_flow(function)),
      units_(function.instructions.size()),
      blocks_(flow_.units.size()) {
  for (uint32_t u = 0; u < flow_.units.size(); ++u)
    if (!flow_.units[u].branch_around) units_[flow_.units[u].pc] = u;
  for (uint32_t b = 0; b < flow_.blocks.size(); ++b)
    for (uint32_t u = flow_.blocks[b].first; u < flow_.blocks[b].end; ++u) blocks_[u] = b;
}

const Instruction& Routes::last_of(uint32_t block) const {
  return function_.instructions[flow_.units[flow_.blocks[block].end - 1].pc];
}

bool Routes::lead(uint32_t from, uint32_t to, uint32_t without) const {
  bool found = false;
  after(
      from,
      [&](uint32_t pc) {
        found = found || pc == to;
        return !found && pc != without;
      },
      all);
  return found;
}

std::vector<bool> Routes::find_dominated(uint32_t pc) const {
  std::vector<bool> dominated(function_.instructions.size(), true);
  from_beginning(
      [&](uint32_t at) {
        dominated[at] = false;
        return at != pc;
      },
      all);
  return dominated;
}

}  // namespace simt::ptx
