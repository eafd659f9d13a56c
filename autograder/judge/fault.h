// Explains how a worker died: which buffer was missed and by how much, which source line, what to
// do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autograder/problems/problem.h"
#include "autograder/report/place.h"
#include "autograder/report/result.h"
#include "autograder/worker/protocol.h"

namespace warplab {

// What is known about the moment of death.
struct Death {
  Verdict verdict;
  std::optional<Fault> fault;              // as the worker reports it, so only a hint
  std::string limit_message;               // the limit and the use, if a limit ended it
  std::string case_name;                   // "33x17, random, Laplace filter"
  std::vector<BufferPlace> places;         // the buffers it had
  std::vector<std::string> names;          // their names in the signature
  std::optional<SourcePlace> source_line;  // of the instruction
  std::vector<ImageLayout> images = {};    // of the buffers; fewer where none is one
};

// Patterns: unaligned-access, out-of-bounds, write-to-input, null-pointer, stack-overflow,
// overwritten-stack, static-overflow, wild-pointer, divide-by-zero, illegal-instruction, abort, exit, limit, forbidden-call, protocol.
Diagnosis explain(const Death& death);

}  // namespace warplab
