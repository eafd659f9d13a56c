// In which lines of the source what an instruction uses is computed: its value, its address, its condition. All are lines
// of the instruction's own file, in their order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simt/ptx/program.h"
#include "simt/ptx/types.h"

namespace simt::ptx {

// The stores and atomics that write this space, by their place in the function.
std::vector<uint32_t> find_stores(const Function& function, Space space);

// Of the value that the store or atomic at `pc` leaves: arithmetic, loads, and the stores to the shared memory that it was
// kept in. Neither addresses nor conditions are followed: those say where and whether. Without the instruction's own line.
std::vector<uint32_t> lines_of_value(const Function& function, uint32_t pc);

// Of all that these stores leave, at least one, with the stores' own lines; of the file of the first.
std::vector<uint32_t> lines_of_stores(const Function& function, std::span<const uint32_t> stores);

// Of the address that the instruction at `pc` accesses, up to what it is loaded from: indexes and what they are computed
// from. Without its own line.
std::vector<uint32_t> lines_of_address(const Function& function, uint32_t pc);

// With the conditions that decide whether the instruction at `pc` is executed. Without its own line.
std::vector<uint32_t> lines_of_conditions(const Function& function, uint32_t pc);

// Of the predicate that the instruction at `pc` goes by, its own line too where it is computed there. A compiler makes one
// branch of `if (a) return; if (b) return;`.
std::vector<uint32_t> lines_of_predicate(const Function& function, uint32_t pc);

// Where and by which threads the shared memory that the load at `pc` reads is written: the stores to its array, or to one
// that the code does not tell, what their addresses are computed from, and what decides about them. Without the load's
// own line.
std::vector<uint32_t> lines_of_shared_stores(const Module& module, const Function& function,
                                             uint32_t pc);

}  // namespace simt::ptx
