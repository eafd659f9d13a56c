// Whether a program computes with vectors, according to its machine code.
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

// Counts the instructions of an x86 program in the output of objdump.
FloatInstructions count_float_instructions(const std::string& disassembly);

// If a program with only scalar instructions missed the gate "speed", adds that to its message.
void explain_scalar_code(Scorecard& card, const FloatInstructions& found);

}  // namespace warplab
