// What a kernel's directives and its loops say of the threads of a block and of their registers.
#pragma once

#include <cstdint>

#include "simt/model/target.h"
#include "simt/ptx/program.h"

namespace simt::model {

struct KernelLimits {
  uint32_t max_threads = 1024;  // of a block, by __launch_bounds__
  // What an assembler makes of the estimate that it is given, as it keeps to the directives.
  uint32_t registers = 0;
  bool limits_registers = false;  // there are such: __launch_bounds__, .maxnreg
  // That every assembler needs; 0 where it is told a limit, and spills what does not fit.
  uint32_t least_registers = 0;
};

KernelLimits limits_of(const ptx::Function& kernel, uint32_t estimated_registers,
                       const Target& target);

}  // namespace simt::model
