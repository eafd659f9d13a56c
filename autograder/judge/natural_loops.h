// Natural loops in a program's machine code.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "autograder/report/result.h"

namespace warplab {

using FunctionCode = std::vector<LoopInstruction>;

// The functions of a program as Builder::disassemble() has it. Lines are those of `source`, a file's
// name; of what is inlined from elsewhere, the line there that calls it.
std::vector<FunctionCode> functions_of(const std::string& disassembly, const std::string& source);

// Indices of instructions of a function.
using Indices = std::vector<std::size_t>;

struct NaturalLoop {
  Indices body;               // ascending
  Indices own;                // of these, those in no loop within it
  std::size_t last_jump = 0;  // back to its begin
};

// Those that no other begins in.
std::vector<NaturalLoop> innermost_loops(const FunctionCode& function);

// The smallest loop around each of these instructions, where there is one, each loop once; at most
// `most` of them.
std::vector<NaturalLoop> loops_around(const FunctionCode& function, const Indices& instructions,
                                      std::size_t most);

}  // namespace warplab
