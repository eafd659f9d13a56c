// Loads of three elements of an aligned vector, of which clang makes two instructions.
//
// nvcc loads a float4 by one instruction, however much of it is used. LLVM drops the elements that
// nobody uses, and its vectoriser joins powers of two only: of three elements it makes a load of
// two and a load of one, which would be two requests where the same source is one under nvcc.
#pragma once

#include <optional>

#include "simt/ptx/program.h"

namespace simt::exec {

// The bytes that such a vector has and is aligned to.
inline constexpr uint32_t vector_bytes = 16;

// The one load of four elements that two neighbouring instructions are parts of, with a sink for
// the element that neither wants; nothing where they are not. It does what they do where its
// address is a multiple of vector_bytes, which only a running kernel knows.
std::optional<ptx::Instruction> join_loads(const ptx::Function& function,
                                           const ptx::Instruction& first,
                                           const ptx::Instruction& second);

}  // namespace simt::exec
