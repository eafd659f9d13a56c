// Loads that a compiler runs ahead of their condition.
//
// `if (tid == 0) sum += part[0]` makes compilers load, and often add, in all lanes; a select keeps
// the result in the lanes that meet the condition. The program reads the element in those only.
// So a lane's load counts once the lane uses the value: where it gets to a store, an address, a
// branch, or whatever else has an effect beyond registers. Until then it is followed through them.
// A shuffle uses the values of the lanes that some lane reads: `v = __shfl_sync(all, v, 0)` that of
// lane 0.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/flow.h"
#include "simt/ptx/program.h"

namespace simt::exec {

// A load whose value lanes may throw away: by a select, by logic with a condition, by a guard, in a
// shuffle that reads other lanes, or as it is by a branch to where nobody needs it.
struct LoadAhead {
  uint32_t pc = 0;
  // Those that may hold the value, or what instructions that pass a value on have computed from it,
  // while a lane may still throw it away. Who reads them otherwise, or leaves the value in another
  // register, uses it.
  std::vector<uint32_t> registers;
  std::vector<uint32_t> older;  // of these: what may hold an earlier value when the load runs again
};

// Whether what the instruction reads has no effect but on the registers that it writes.
bool passes_on(const ptx::Instruction& instruction);

// Whether it is a shuffle that may leave out lanes, and reads the register for nothing but what it hands to
// whoever asks.
bool is_handed_out(const ptx::Instruction& instruction, uint32_t reg);

// Those of a function, in order.
std::vector<LoadAhead> find_loads_ahead(const ptx::Function& function, const ptx::Flow& flow);

}  // namespace simt::exec
