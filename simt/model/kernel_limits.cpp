#include "simt/model/kernel_limits.h"

#include <algorithm>

#include "simt/model/occupancy.h"
#include "simt/ptx/carried_registers.h"
#include "simt/ptx/flow.h"

namespace simt::model {

KernelLimits limits_of(const ptx::Function& kernel, uint32_t estimated_registers,
                       const Target& target) {
  KernelLimits limits;
  limits.registers = estimated_registers;
  const uint32_t* most =
      kernel.required_threads[0] > 0 ? kernel.required_threads : kernel.max_threads;
  if (most[0] > 0) {
    const uint64_t threads = uint64_t{most[0]} * std::max(most[1], 1u) * std::max(most[2], 1u);
    limits.max_threads = static_cast<uint32_t>(std::min<uint64_t>(threads, limits.max_threads));
    limits.registers =
        registers_that_fit(target, limits.registers, limits.max_threads, kernel.min_blocks);
  }
  if (kernel.max_registers > 0) limits.registers = std::min(limits.registers, kernel.max_registers);
  limits.limits_registers = most[0] > 0 || kernel.min_blocks > 0 || kernel.max_registers > 0;
  if (!limits.limits_registers)
    limits.least_registers = ptx::carried_registers(kernel, ptx::find_flow(kernel));
  return limits;
}

}  // namespace simt::model
