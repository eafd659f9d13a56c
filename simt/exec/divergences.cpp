#include "simt/exec/divergences.h"

#include <algorithm>

#include "simt/exec/running.h"
#include "simt/ptx/computed_lines.h"
#include "simt/ptx/conditions.h"
#include "simt/ptx/opcodes.h"

namespace simt::exec {
namespace {

// Barriers, shuffles, votes and the like.
bool brings_lanes_together(const ptx::Instruction& instruction) {
  using ptx::Opcode;
  switch (instruction.opcode) {
    case Opcode::bar:
    case Opcode::barrier:
    case Opcode::shfl:
    case Opcode::vote:
    case Opcode::match:
    case Opcode::redux:
    case Opcode::elect:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::vector<uint32_t> find_noted_branches(const ptx::Function& function) {
  std::vector<uint32_t> meetings;
  for (uint32_t pc = 0; pc < function.instructions.size(); ++pc)
    if (brings_lanes_together(function.instructions[pc])) meetings.push_back(pc);
  return meetings.empty() ? meetings : ptx::find_conditions(function, meetings);
}

// Lanes that diverge wait for each other where their ways meet. So those that wait at `pc` and the missing ones
// diverged at a branch that decides about `pc`, and what a missing lane came to after it before their ways meet
// is the better reason if it decides about `pc` as well.
std::optional<Divergence> find_divergence(const Warp& warp, const ptx::Function& function,
                                          uint32_t pc, uint32_t missing) {
  const uint32_t known = missing & warp.diverged;
  if (known == 0 || warp.has_left_meetings) return std::nullopt;
  const Image& image = *static_cast<const RunningWorker&>(*warp.worker).image;
  const std::vector<uint32_t> conditions = ptx::find_conditions(function, pc);
  std::optional<Divergence> first;
  for_active(known, [&](int l) {
    const SiteOrigin& branch = image.branches[warp.diverged_at[l]];
    if (image.functions[branch.function]->function != &function) return;
    if (!std::ranges::binary_search(conditions, branch.pc)) return;
    if (!first) first = Divergence{branch.pc, 0, {}};
    if (first->pc == branch.pc) first->lanes |= 1u << l;
  });
  if (first) first->condition = ptx::lines_of_predicate(function, first->pc);
  return first;
}

}  // namespace simt::exec
