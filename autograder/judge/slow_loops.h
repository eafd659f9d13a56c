// What makes the loops of a right program slow, by their machine code.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "autograder/judge/scorecard.h"

namespace warplab {

struct SlowLoop {
  std::size_t line = 0;  // of the student's file; 0 where it is not known
  std::string what;      // "each of these 25 additions waits for the one before"
  std::string next;      // what to do
};

// The most telling of what slows down the loops that compute floats or store them, in a program as
// Builder::disassemble() has it: calls, integer divisions, conversions, stores that skip memory, sums
// kept in memory, additions that wait for each other, many loads. Nothing where none of it is there.
std::optional<SlowLoop> find_slow_loop(const std::string& disassembly, const std::string& source);

// Adds that to the message of a missed gate "speed" whose cause is not told already. `file` is the name
// of the student's file, `source` its text.
void explain_slow_loops(Scorecard& card, const std::string& disassembly, const std::string& file,
                        const std::string& source);

}  // namespace warplab
