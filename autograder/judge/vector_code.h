// Whether a program computes with vectors, according to its machine code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "autograder/judge/scorecard.h"
#include "autograder/report/result.h"

namespace warplab {

// An instruction of an x86 program.
struct ListedInstruction {
  std::uint64_t address = 0;
  std::string_view text;  // "mulss  (%rax),%xmm1"
};

// The instruction of a line as objdump writes it, "  1f:\tmulss  (%rax),%xmm1"; nothing where the
// line has none. Its text is part of `line`.
std::optional<ListedInstruction> listed_instruction(std::string_view line);

// How many bits of floats or doubles an instruction adds, multiplies, divides or compares: 128, 256
// or 512, or 32 or 64 where it takes one number at a time; 0 for any other instruction.
int float_width(std::string_view instruction);

// Narrower instructions compute one number at a time.
inline constexpr int narrowest_vector = 128;

// Instructions that add, multiply, divide or compare floats or doubles.
struct FloatInstructions {
  std::size_t scalar = 0;   // one number at a time: mulss
  std::size_t vectors = 0;  // several: mulps, vfmadd231ps
};

// Counts the instructions of an x86 program in the output of objdump.
FloatInstructions count_float_instructions(const std::string& disassembly);

// What is wrong with a program that has instructions wider than SSE's and never asks whether the processor has them: where
// it lacks them the program is killed. Nothing where it has none, or asks: by __builtin_cpu_supports(), by clones of a
// function, or by cpuid. Which function it asks before which call is not looked at.
std::optional<Diagnosis> explain_unasked_vectors(const std::string& disassembly,
                                                 const std::string& file,
                                                 const std::string& source);

// If a program with only scalar instructions missed the gate "speed", adds that to its message.
void explain_scalar_code(Scorecard& card, const FloatInstructions& found);

}  // namespace warplab
