// Where in memory a vector instruction reads or writes. A general protection fault, which an unaligned
// access ends in, comes without an address.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace warplab {

struct VectorOperand {
  std::uint64_t address;
  int bytes;
  bool is_write;
};

// Of the instruction at `code`, which runs at `address`, with these registers, from rax to r15 as instructions number them;
// nothing where it is no vector instruction with an operand in memory.
std::optional<VectorOperand> vector_operand(const unsigned char* code, std::uint64_t address,
                                            std::span<const std::uint64_t, 16> registers);

}  // namespace warplab
