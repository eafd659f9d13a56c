// Loads of an aligned vector, of which clang makes several instructions.
//
// nvcc loads a float4 by one instruction, however much of it is used. LLVM drops the elements that
// nobody uses, and its vectoriser joins powers of two only, and not all of these: it makes a load
// of two elements and one or two loads of one, which would be as many requests where the same
// source is one under nvcc.
#pragma once

#include <span>

#include "simt/ptx/program.h"

namespace simt::exec {

// The bytes that such a vector has and is aligned to.
inline constexpr uint32_t vector_bytes = 16;

// What some instructions at the beginning of others are parts of.
struct JoinedLoads {
  ptx::Instruction load;  // of four elements, with sinks for those that none of them wants
  uint32_t parts = 0;     // how many instructions they are; 0 for none
};

// Joins as many of these neighbouring instructions as it can. The load does what they do where its
// address is a multiple of vector_bytes, which only a running kernel knows.
JoinedLoads join_loads(const ptx::Function& function,
                       std::span<const ptx::Instruction* const> neighbours);

}  // namespace simt::exec
