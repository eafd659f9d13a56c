// The control flow of a PTX function: basic blocks, where diverged lanes meet again, and which
// registers are alive where.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// What the blocks are made of: an instruction, or the branch around an instruction whose guard
// cannot be a mask (a barrier, a call, ...: its lanes may have to wait or leave).
struct Unit {
  uint32_t pc = 0;
  bool branch_around = false;
};

struct BasicBlock {
  static constexpr uint32_t none = 0xffffffff;
  uint32_t first = 0, end = 0;       // units
  std::vector<uint32_t> successors;  // blocks; without those that leave the function
  bool leaves = false;               // ret or exit may end it
  uint32_t meet = none;              // immediate post-dominator; none: the end of the function
  bool is_meet = false;              // some diverging block's lanes meet here
};

struct Flow {
  std::vector<Unit> units;
  std::vector<BasicBlock> blocks;
  std::vector<uint32_t> block_of_label;  // by index in Function::labels
};

// True where a guard on the instruction is a branch around it rather than a mask for it.
bool guard_is_branch(const Instruction& instruction);

Flow find_flow(const Function& function);

// Registers that an instruction reads and writes (indexes into Function::registers). A guarded
// write counts as a read too, since it keeps what the other lanes had.
struct Accesses {
  std::vector<uint32_t> reads, writes;
};
Accesses find_accesses(const Instruction& instruction);
std::vector<Accesses> find_all_accesses(const Function& function);  // by pc

// From the first to the last unit at which a register holds a value that is still needed. Positions
// are 2 * unit for what is read and 2 * unit + 1 for what is written.
struct Interval {
  uint32_t reg = 0;
  uint32_t begin = 0, end = 0;  // both included
};

// True where the next function would take more than 64 MiB: a word for each block and 64 registers.
bool has_too_many_lives(const Function& function, const Flow& flow);

// One interval for each register that occurs, in order of begin.
std::vector<Interval> find_intervals(const Function& function, const Flow& flow);

// Registers, a bit each.
using RegisterSet = std::vector<uint64_t>;

// The registers whose values are needed behind a place, by block: where it begins and where it ends.
struct Lives {
  std::vector<RegisterSet> in, out;
};
Lives find_lives(const Function& function, const Flow& flow, const std::vector<Accesses>& accesses);

// Registers of 32 bits that a thread takes: the most of up to 4 bytes that are alive at once, and
// two for each of the most of 8 bytes; predicates take none.
uint32_t register_pressure(const Function& function, const std::vector<Interval>& intervals);

}  // namespace simt::ptx
