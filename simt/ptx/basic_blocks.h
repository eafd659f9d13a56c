// Basic blocks of a function: runs of instructions that are entered at the first and left at the
// last.
#pragma once

#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// Whether an instruction begins a basic block; one entry an instruction and one behind the last,
// which is true.
std::vector<bool> find_leaders(const Function& function);

// Whether an instruction is an unconditional branch that nothing is left of once an assembler has laid
// the blocks out anew: its target follows it, or it is the other way of a conditional branch ahead of
// it, turned round. A block follows one other at most. One entry an instruction.
std::vector<bool> find_superfluous_branches(const Function& function);

}  // namespace simt::ptx
