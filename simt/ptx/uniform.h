// Which registers hold the same value in all threads of a block, as far as the code alone tells.
#pragma once

#include <vector>

#include "simt/ptx/program.h"

namespace simt::ptx {

// By register. A register is uniform if it is written once, and from uniform values only:
// parameters, constants, and the special registers of the block. The others may differ.
std::vector<bool> find_uniform_registers(const Function& function);

// By register: whether it holds a value that is computed from what differs between threads, as their
// numbers and what they load do. Loops and branches that threads leave apart are not looked at.
std::vector<bool> find_varying_registers(const Function& function);

// By register: the same, of all threads of a grid: block numbers differ, too.
std::vector<bool> find_registers_of_threads(const Function& function);

// By register: whether its value depends on data: whether it is computed from what the code loads from global or shared
// memory, or gets from an atomic; or whether such a value decides how it is computed, as it does of k in
// `if (x[i] > 0) kept[k++] = i`. A pointer that the whole block loads from one place is none: that is an array's, in a
// struct that the kernel was given.
std::vector<bool> find_loaded_registers(const Function& function);

// By register: whether it is computed from the workspace of the grid, which %envreg1 and %envreg2 hold in a cooperative
// launch.
std::vector<bool> find_grid_registers(const Function& function);

// By register: whether it is computed from the number of the thread in its block, from that of the block in the grid, or
// from a parameter of the function.
std::vector<bool> find_thread_number_registers(const Function& function);
std::vector<bool> find_block_number_registers(const Function& function);
std::vector<bool> find_parameter_registers(const Function& function);

// By register: whether it is computed from what an instruction writes that `sources` has, by pc.
std::vector<bool> find_registers_computed_from(const Function& function,
                                               const std::vector<bool>& sources);

// f(register) for every register that the operand reads (or, as a destination, writes).
template <class F>
void for_registers(const Operand& operand, F f) {
  if (operand.kind == Operand::Kind::reg ||
      (operand.kind == Operand::Kind::address && operand.base == Operand::Base::reg))
    f(operand.index);
  for (const Operand& element : operand.elements) for_registers(element, f);
}

}  // namespace simt::ptx
