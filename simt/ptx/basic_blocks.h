// Basic blocks of a function: runs of instructions that are entered at the first and left at the
// last.
#pragma once

#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// Whether an instruction begins a basic block; one entry an instruction and one behind the last,
// which is true.
std::vector<bool> find_leaders(const Function& function);

}  // namespace simt::ptx
