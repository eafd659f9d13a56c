// What one PTX instruction costs an SM, as far as it can be told before ptxas has seen it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/model/target.h"
#include "simt/ptx/program.h"

namespace simt::model {

// The units of an SM that instructions queue for.
enum class Pipe : uint8_t {
  none,
  fp32,
  int32,
  multiply,
  fp64,
  fp16,
  special,
  convert,
  lsu,
  tensor
};

inline constexpr size_t pipe_count = static_cast<size_t>(Pipe::tensor) + 1;

struct InstructionCost {
  double issue = 0;        // issue slots a warp instruction takes: 0 where ptxas makes it vanish
  Pipe pipe = Pipe::none;  // busy with it
  double operations = 0;   // a lane on that pipe
  double special = 0;      // a lane on the special-function pipe, besides
  double latency = 0;      // until the result can be used, in latencies of a simple instruction
};

// Memory instructions: the issue slot only; what they do in the memory was counted.
InstructionCost cost_of(const ptx::Instruction& instruction);

// Thread operations that a pipe does in an SM and cycle.
double rate_of(const Target& target, Pipe pipe);
const char* name_of(Pipe pipe);

}  // namespace simt::model
