// Whether a program computes with vectors: what its machine code says, whatever its time was.
#pragma once

#include <cstddef>
#include <string>

#include "autograder/judge/scorecard.h"

namespace warplab {

// Instructions that add, multiply, divide or compare floats or doubles.
struct FloatInstructions {
  std::size_t scalar = 0;   // one number at a time: mulss
  std::size_t vectors = 0;  // several: mulps, vfmadd231ps
};

// Of an x86 program as objdump writes it.
FloatInstructions count_float_instructions(const std::string& disassembly);

// Where the gate "speed" was missed by a program that has scalar instructions only, adds that to
// its message.
void explain_scalar_code(Scorecard& card, const FloatInstructions& found);

}  // namespace warplab
