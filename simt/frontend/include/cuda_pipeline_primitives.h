// cp.async from global to shared memory, in groups. (CUDA C++ Programming Guide, "Pipeline
// Primitives Interface".)
#pragma once

#include "cuda_runtime.h"

#if defined(__CUDA__)
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
static __device__ __forceinline__ void __pipeline_memcpy_async(void* shared, const void* global,
                                                               size_t bytes, size_t zero_fill = 0) {
  const unsigned source = static_cast<unsigned>(bytes - zero_fill);
  if (bytes == 4) __nv_memcpy_async_shared_global_4(shared, global, source);
  if (bytes == 8) __nv_memcpy_async_shared_global_8(shared, global, source);
  if (bytes == 16) __nv_memcpy_async_shared_global_16(shared, global, source);
}

static __device__ __forceinline__ void __pipeline_commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
#pragma clang attribute pop

// Waits until at most n groups, the latest ones, are on their way; n is a constant.
#define __pipeline_wait_prior(n) asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory")
#endif
