// Loads and stores of an aligned vector, of which clang makes several instructions.
//
// nvcc loads and stores a float4 by one instruction, however much of what it loads is used. LLVM
// drops the elements that nobody uses, and its vectoriser joins powers of two only, and not all of
// these: it makes an access of two elements and one or two of one, which would be as many requests
// where the same source is one under nvcc.
#pragma once

#include <cstdint>
#include <span>

#include "simt/ptx/program.h"

namespace simt::exec {

// The bytes that such a vector has and is aligned to.
inline constexpr uint32_t vector_bytes = 16;

// What some instructions at the beginning of others are parts of.
struct JoinedAccess {
  ptx::Instruction whole;  // of four elements; a load has sinks for those that none of them wants
  uint32_t parts = 0;      // how many instructions they are; 0 for none
};

// Joins as many of these neighbouring instructions as it can: loads of any elements of a vector, or
// stores of all of them. The whole does what they do where its address is a multiple of
// vector_bytes, which only a running kernel knows.
JoinedAccess join_accesses(const ptx::Function& function,
                           std::span<const ptx::Instruction* const> neighbours);

}  // namespace simt::exec
