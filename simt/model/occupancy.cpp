// Granularities as in the occupancy calculator's data for each compute capability.
#include "simt/model/occupancy.h"

#include <algorithm>

namespace simt::model {
namespace {

constexpr uint32_t register_unit = 256;  // registers are given to a warp in units of this many

constexpr uint32_t divide_up(uint32_t a, uint32_t b) { return a / b + (a % b != 0); }
constexpr uint32_t round_up(uint32_t a, uint32_t b) { return divide_up(a, b) * b; }

uint32_t max_registers_per_thread(const Target& target) {
  return target.major == 3 && target.minor < 5 ? 63 : 255;
}

uint32_t limit_by_registers(const Target& target, uint32_t warps, uint32_t registers) {
  if (registers == 0) return target.max_blocks_per_sm;
  if (registers > max_registers_per_thread(target)) return 0;
  const uint32_t per_warp = round_up(registers * lanes_of_warp, register_unit);
  // A warp's registers lie in its scheduler's part of the file: what is left over there is lost.
  const uint32_t schedulers = std::max(target.schedulers_per_sm, 1u);
  const uint32_t block_warps = round_up(warps, schedulers);
  if (uint64_t{per_warp} * block_warps > target.registers_per_block) return 0;
  const uint32_t warps_that_fit = target.registers_per_sm / schedulers / per_warp * schedulers;
  return warps_that_fit / warps;
}

uint32_t limit_by_shared(const Target& target, uint32_t shared_bytes) {
  if (shared_bytes > std::max(target.shared_per_block, target.shared_per_block_optin)) return 0;
  const uint32_t unit = target.major >= 8 ? 128 : 256;
  const uint32_t per_block = round_up(shared_bytes + target.shared_reserved_per_block, unit);
  return per_block == 0 ? target.max_blocks_per_sm : target.shared_per_sm / per_block;
}

}  // namespace

Occupancy occupancy(const Target& target, uint32_t threads, uint32_t registers,
                    uint32_t shared_bytes) {
  if (threads == 0 || threads > target.max_threads_per_block) return {};
  const uint32_t warps = divide_up(threads, lanes_of_warp);
  const uint32_t max_warps = target.max_threads_per_sm / lanes_of_warp;
  Occupancy result;
  result.limit_blocks = target.max_blocks_per_sm;
  result.limit_warps = max_warps / warps;
  result.limit_registers = limit_by_registers(target, warps, registers);
  result.limit_shared = limit_by_shared(target, shared_bytes);
  result.blocks_per_sm = std::min(
      {result.limit_blocks, result.limit_warps, result.limit_registers, result.limit_shared});
  if (result.blocks_per_sm == 0) return {};
  result.warps_per_sm = result.blocks_per_sm * warps;
  result.fraction = static_cast<double>(result.warps_per_sm) / max_warps;
  return result;
}

uint32_t most_threads(const Target& target, uint32_t registers) {
  uint32_t warps = target.max_threads_per_block / lanes_of_warp;
  registers = std::min(registers, max_registers_per_thread(target));
  while (warps > 0 && limit_by_registers(target, warps, registers) == 0) --warps;
  return warps * lanes_of_warp;
}

uint32_t registers_that_fit(const Target& target, uint32_t registers, uint32_t threads,
                            uint32_t blocks) {
  blocks = std::clamp(blocks, 1u, std::max(1u, occupancy(target, threads, 0, 0).blocks_per_sm));
  while (registers > 0 && occupancy(target, threads, registers, 0).limit_registers < blocks)
    --registers;
  return registers;
}

}  // namespace simt::model
