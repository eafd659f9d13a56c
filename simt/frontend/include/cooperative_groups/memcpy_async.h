// memcpy_async() of a group, and wait(). (CUDA C++ Programming Guide, "Group Collectives".)
#pragma once

#include "cooperative_groups.h"
#include "cuda_pipeline_primitives.h"

#if defined(__CUDA__)
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
namespace cooperative_groups {

// All threads of the group copy `bytes` from global to shared memory, by words where both sides
// are aligned.
template <class Group>
__device__ __forceinline__ void memcpy_async(const Group& group, void* shared, const void* global,
                                             size_t bytes) {
  char* const to = static_cast<char*>(shared);
  const char* const from = static_cast<const char*>(global);
  const bool aligned = (reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from)) % 4 == 0;
  const size_t in_words = aligned ? bytes / 4 * 4 : 0;
  for (size_t at = group.thread_rank() * 4; at < in_words; at += group.size() * 4)
    __pipeline_memcpy_async(to + at, from + at, 4);
  __pipeline_commit();
  for (size_t at = in_words + group.thread_rank(); at < bytes; at += group.size())
    to[at] = from[at];
}
template <class Group, class T>
__device__ __forceinline__ void memcpy_async(const Group& group, T* shared, const T* global,
                                             size_t bytes) {
  memcpy_async(group, static_cast<void*>(shared), static_cast<const void*>(global), bytes);
}

template <class Group>
__device__ __forceinline__ void wait(const Group& group) {
  __pipeline_wait_prior(0);
  group.sync();
}

}  // namespace cooperative_groups
#pragma clang attribute pop
#endif
