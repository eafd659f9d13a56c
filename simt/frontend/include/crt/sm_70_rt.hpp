// Warp matches and the like; clang's __clang_cuda_intrinsics.h includes this by name.
#pragma once

#pragma push_macro("MATCH")
#define MATCH(T, bits, word)                                                                      \
  static __device__ __forceinline__ unsigned __match_any_sync(unsigned mask, T value) {           \
    return __match##bits##_any_sync(mask, __builtin_bit_cast(word, value));                       \
  }                                                                                               \
  static __device__ __forceinline__ unsigned __match_all_sync(unsigned mask, T value, int* all) { \
    return __match##bits##_all_sync(mask, __builtin_bit_cast(word, value), all);                  \
  }
MATCH(int, 32, unsigned)
MATCH(unsigned, 32, unsigned)
MATCH(float, 32, unsigned)
MATCH(long, 64, unsigned long long)
MATCH(unsigned long, 64, unsigned long long)
MATCH(long long, 64, unsigned long long)
MATCH(unsigned long long, 64, unsigned long long)
MATCH(double, 64, unsigned long long)
#pragma pop_macro("MATCH")

static __device__ __forceinline__ void __nanosleep(unsigned nanoseconds) {
  asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds));
}
