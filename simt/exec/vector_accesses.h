// Loads, stores and copies of an aligned vector, of which clang makes several instructions.
//
// nvcc loads, stores and copies a float4 by vectors of four, however much of what is loaded is used.
// LLVM drops the elements that nobody uses, its vectoriser joins powers of two only, and not all of
// these, and it copies eight bytes at a time: several requests where the same source is one under
// nvcc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simt/ptx/program.h"

namespace simt::exec {

// The bytes that such a vector has and is aligned to.
inline constexpr uint32_t vector_bytes = 16;

// What some instructions at the beginning of others are parts of.
struct JoinedAccess {
  // A load, a store, or a load and the store of all that it loads; the first stands for the first
  // part, the second for the one behind it. A load has sinks for elements that no part wants.
  std::vector<ptx::Instruction> wholes;
  uint32_t parts = 0;  // how many instructions they are; 0 for none
};

// Joins as many of these neighbouring instructions as it can: loads of any elements of a vector,
// stores of all of them, or loads of its halves that are each followed by the store of what they
// have loaded. The wholes do what they do where each address is a multiple of vector_bytes, which
// only a running kernel knows.
JoinedAccess join_accesses(const ptx::Function& function,
                           std::span<const ptx::Instruction* const> neighbours);

}  // namespace simt::exec
