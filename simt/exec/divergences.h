// Where lanes diverged from those of their warp that wait for them at a barrier or a _sync function.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simt/exec/op.h"
#include "simt/ptx/program.h"

namespace simt::exec {

// The branches of a function, by pc and in their order, that decide which lanes come to a barrier or a _sync
// function: those at which Warp::diverged_at is kept.
std::vector<uint32_t> find_noted_branches(const ptx::Function& function);

struct Divergence {
  uint32_t pc = 0;                  // the branch
  uint32_t lanes = 0;               // the missing lanes that diverged there
  std::vector<uint32_t> condition;  // lines of the branch's file in which its condition is computed
};

// Where the first of `missing`, lanes that do not come to the barrier at `pc` while others of the warp wait there,
// went another way; none where that is not known.
std::optional<Divergence> find_divergence(const Warp& warp, const ptx::Function& function,
                                          uint32_t pc, uint32_t missing);

}  // namespace simt::exec
