#include "simt/model/occupancy_advice.h"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace simt::model {
namespace {

constexpr uint32_t kib = 1024;

uint32_t blocks_of(const Target& target, const BlockNeeds& block) {
  return occupancy(target, block.threads, block.registers, block.shared_bytes).blocks_per_sm;
}

// An amount of one of its resources.
using Amount = uint32_t BlockNeeds::*;

BlocksWith blocks_with(const Target& target, BlockNeeds block, Amount amount, uint32_t value) {
  block.*amount = value;
  return {value, blocks_of(target, block)};
}

// The most of it, from `least` to what the block takes, with which there are more blocks than
// `now`: fewer of a resource never make fewer blocks.
std::optional<BlocksWith> most_for_another(const Target& target, const BlockNeeds& block,
                                           Amount amount, uint32_t least, uint32_t now) {
  const std::ranges::iota_view amounts(least, std::max(least, block.*amount));
  const auto end = std::ranges::partition_point(amounts, [&](uint32_t value) {
    return blocks_with(target, block, amount, value).blocks_per_sm > now;
  });
  if (end == amounts.begin()) return std::nullopt;
  return blocks_with(target, block, amount, *std::ranges::prev(end));
}

std::vector<OccupancyLimit> limits_of(const Occupancy& o) {
  std::vector<OccupancyLimit> limits;
  const auto add = [&](OccupancyLimit limit, uint32_t blocks) {
    if (blocks == o.blocks_per_sm) limits.push_back(limit);
  };
  add(OccupancyLimit::threads, o.limit_warps);
  add(OccupancyLimit::registers, o.limit_registers);
  add(OccupancyLimit::shared_memory, o.limit_shared);
  add(OccupancyLimit::blocks, o.limit_blocks);
  return limits;
}

}  // namespace

OccupancyAdvice advise_on_occupancy(const Target& target, const BlockNeeds& block) {
  OccupancyAdvice advice;
  advice.now = occupancy(target, block.threads, block.registers, block.shared_bytes);
  advice.most_warps = target.max_threads_per_sm / lanes_of_warp;
  const uint32_t now = advice.now.blocks_per_sm;
  if (now == 0) return advice;
  advice.limited_by = limits_of(advice.now);
  constexpr Amount registers = &BlockNeeds::registers, shared = &BlockNeeds::shared_bytes;
  if (block.registers > 1)
    advice.register_less = blocks_with(target, block, registers, block.registers - 1);
  advice.fewer_registers = most_for_another(target, block, registers, 1, now);
  if (block.shared_bytes > 0)
    advice.kib_less =
        blocks_with(target, block, shared, block.shared_bytes - std::min(block.shared_bytes, kib));
  advice.less_shared = most_for_another(target, block, shared, 0, now);
  return advice;
}

}  // namespace simt::model
