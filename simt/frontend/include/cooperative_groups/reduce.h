// reduce() over a tile or a coalesced group. (CUDA C++ Programming Guide, "Group Collectives".)
#pragma once

#include "cooperative_groups.h"

#if defined(__CUDA__)
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
namespace cooperative_groups {

#pragma push_macro("OPERATION")
#define OPERATION(name, expression)                                                \
  template <class T>                                                               \
  struct name {                                                                    \
    __device__ __forceinline__ T operator()(T a, T b) const { return expression; } \
  };
OPERATION(plus, a + b)
OPERATION(less, b < a ? b : a)
OPERATION(greater, a < b ? b : a)
OPERATION(bit_and, a& b)
OPERATION(bit_or, a | b)
OPERATION(bit_xor, a ^ b)
#pragma pop_macro("OPERATION")

// Every thread gets the result.
template <unsigned Size, class Parent, class T, class Operation>
__device__ __forceinline__ T reduce(const thread_block_tile<Size, Parent>& tile, T value,
                                    Operation operation) {
  constexpr unsigned of_warp = Size < 32 ? Size : 32;
  const details::tile_of_lanes<of_warp> lanes;
  for (unsigned distance = of_warp / 2; distance > 0; distance /= 2)
    value = operation(value, lanes.shfl_xor(value, distance));
  return tile.join(value, operation);
}
template <class T, class Operation>
__device__ __forceinline__ T reduce(const coalesced_group& group, T value, Operation operation) {
  T sum = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank)
    sum = operation(sum, group.shfl(value, rank));
  return sum;
}

}  // namespace cooperative_groups
#pragma clang attribute pop
#endif
