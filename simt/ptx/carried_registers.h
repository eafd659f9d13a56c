// How many registers a thread needs at least, whatever an assembler makes of its PTX.
#pragma once

#include <cstdint>

#include "simt/ptx/flow.h"
#include "simt/ptx/program.h"

namespace simt::ptx {

// Registers of 32 bits, the stack pointer's among them, in the loop that needs most of them; 0 without
// loops, and where has_too_many_lives().
//
// A loop needs a register for each value that a round computes from its own value of the round before,
// where no two of them are computed through the same registers: in whatever order an assembler puts the
// instructions, each such chain has a value that is alive. Values of less than 4 bytes may be packed,
// counters computed from one another, and what is the same in all threads need not be in a thread's
// registers: they are not counted.
uint32_t carried_registers(const Function& function, const Flow& flow);

}  // namespace simt::ptx
