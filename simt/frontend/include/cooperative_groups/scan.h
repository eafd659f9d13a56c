// inclusive_scan() and exclusive_scan() over a tile. (CUDA C++ Programming Guide, "Group
// Collectives".)
#pragma once

#include "cooperative_groups/reduce.h"

#if defined(__CUDA__)
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
namespace cooperative_groups {

template <unsigned Size, class Parent, class T, class Operation = plus<T>>
__device__ __forceinline__ T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value,
                                            Operation operation = {}) {
  constexpr unsigned of_warp = Size < 32 ? Size : 32;
  const details::tile_of_lanes<of_warp> lanes;
  for (unsigned distance = 1; distance < of_warp; distance *= 2) {
    const T below = lanes.shfl_up(value, distance);
    if (lanes.thread_rank() >= distance) value = operation(below, value);
  }
  return tile.add_warps_before(value, operation);
}

// The first thread gets T().
template <unsigned Size, class Parent, class T, class Operation = plus<T>>
__device__ __forceinline__ T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T value,
                                            Operation operation = {}) {
  const T below = tile.of_thread_before(inclusive_scan(tile, value, operation));
  return tile.thread_rank() == 0 ? T() : below;
}

}  // namespace cooperative_groups
#pragma clang attribute pop
#endif
