// clang's intrinsics, with warp reductions of our own: before version 21 clang's take the mask for
// the value and the value for the mask (llvm-project issue 131415).
#pragma once

#define __reduce_add_sync __clang_reduce_add_sync
#define __reduce_min_sync __clang_reduce_min_sync
#define __reduce_max_sync __clang_reduce_max_sync
#define __reduce_and_sync __clang_reduce_and_sync
#define __reduce_or_sync __clang_reduce_or_sync
#define __reduce_xor_sync __clang_reduce_xor_sync
#include <__clang_cuda_intrinsics.h>
#undef __reduce_add_sync
#undef __reduce_min_sync
#undef __reduce_max_sync
#undef __reduce_and_sync
#undef __reduce_or_sync
#undef __reduce_xor_sync

#pragma push_macro("REDUCE")
#define REDUCE(name, T, instruction)                                                               \
  static __device__ __forceinline__ T name(unsigned mask, T value) {                               \
    T result;                                                                                      \
    asm volatile("redux.sync." instruction " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask)); \
    return result;                                                                                 \
  }
REDUCE(__reduce_add_sync, unsigned, "add.u32")
REDUCE(__reduce_add_sync, int, "add.s32")
REDUCE(__reduce_min_sync, unsigned, "min.u32")
REDUCE(__reduce_min_sync, int, "min.s32")
REDUCE(__reduce_max_sync, unsigned, "max.u32")
REDUCE(__reduce_max_sync, int, "max.s32")
REDUCE(__reduce_and_sync, unsigned, "and.b32")
REDUCE(__reduce_or_sync, unsigned, "or.b32")
REDUCE(__reduce_xor_sync, unsigned, "xor.b32")
#pragma pop_macro("REDUCE")
