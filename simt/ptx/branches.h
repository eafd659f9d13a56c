// Where lanes choose between ways, as the source has it: conditional branches, and what compilers make of them.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// The ways of an instruction: 2 of one with a guard and of a selp, for a false and a true predicate, and as many as a
// brx.idx has targets; 0 of any other.
uint32_t count_ways(const Function& function, const Instruction& instruction);

// What a branch keeps threads within, if it is a guard such as `if (i < n)`: its condition compares numbers of the thread,
// and none from memory, with the function's parameters. In the grid, numbers of the block are among them.
enum class Boundary : uint8_t { none, block, grid };

// An instruction at which lanes choose. Compilers turn conditions round: ways are numbered so that copies of one line have
// them in the same order as far as the code tells.
struct Branch {
  uint32_t pc = 0;
  std::vector<uint32_t> way_of;  // by a way of the instruction
  std::vector<uint32_t> lines;   // by way, the line of the same file that it leads to; 0: not known
  Boundary boundary = Boundary::none;
  uint32_t inside = 0;  // of a boundary: the way of threads that are within it
};

// Those of a function that has them, in their order. Left out are conditions of assert(), which nobody wants to take both
// ways; a selp between two of 0, 1 and -1, which makes a number of a condition; and branches without a source line.
std::vector<Branch> find_branches(const Module& module, const Function& function);

}  // namespace simt::ptx
