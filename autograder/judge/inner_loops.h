// The loops of a program that have no other loop in them, where its time goes: what the compiler made of
// them, by its machine code.
#pragma once

#include <string>

#include "autograder/report/result.h"

namespace warplab {

// Innermost loops that compute with floats, in a program as Builder::disassemble() has it. Lines are
// those of `source`, a file's name; of what is inlined from elsewhere, the line there that calls it.
// Of loops with the same line and width, as the copies of a template have, the one with most
// arithmetic is taken; of too many, those with most.
InnerLoops inner_loops(const std::string& disassembly, const std::string& source);

}  // namespace warplab
