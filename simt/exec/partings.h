// Where lanes took another way than those of their warp that wait for them at a barrier or a _sync function.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simt/exec/op.h"
#include "simt/ptx/program.h"

namespace simt::exec {

// The branches of a function, by pc and in their order, that decide which lanes come to a barrier or a _sync
// function: those at which Warp::parted_at is kept.
std::vector<uint32_t> find_noted_branches(const ptx::Function& function);

struct Parting {
  uint32_t pc = 0;                  // of a branch
  uint32_t lanes = 0;               // that part there
  std::vector<uint32_t> condition;  // lines of the branch's file in which its condition is computed
};

// Where the first of `missing`, lanes that do not come to the barrier at `pc` while others of the warp wait there,
// went another way; none where that is not known.
std::optional<Parting> find_parting(const Warp& warp, const ptx::Function& function, uint32_t pc,
                                    uint32_t missing);

}  // namespace simt::exec
