// Which instructions decide whether another is executed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// The instructions of `function`, by pc and in their order, at which lanes diverge of which some come to the one
// at `pc` and others may not: branches, exits and calls with a guard, and it itself if it has one. Those that
// decide about these are among them. Control dependence as in Ferrante, Ottenstein and Warren, The Program
// Dependence Graph and Its Use in Optimization, 1987.
std::vector<uint32_t> find_conditions(const Function& function, uint32_t pc);
// The same of any of several.
std::vector<uint32_t> find_conditions(const Function& function, std::span<const uint32_t> pcs);
// The same of each instruction, by pc, but for its own guard.
std::vector<std::vector<uint32_t>> find_all_conditions(const Function& function);

}  // namespace simt::ptx
