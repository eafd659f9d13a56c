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
  for (unsigned distance = 1; distance < Size; distance *= 2) {
    const T below = tile.shfl_up(value, distance);
    if (tile.thread_rank() >= distance) value = operation(below, value);
  }
  return value;
}

// The first thread gets T().
template <unsigned Size, class Parent, class T, class Operation = plus<T>>
__device__ __forceinline__ T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T value,
                                            Operation operation = {}) {
  const T below = tile.shfl_up(inclusive_scan(tile, value, operation), 1);
  return tile.thread_rank() == 0 ? T() : below;
}

}  // namespace cooperative_groups
#pragma clang attribute pop
#endif
