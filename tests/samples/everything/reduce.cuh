// Reductions over any type and operation: shuffles in a warp, shared memory in a block, one atomic
// a block.
#pragma once

#include <cuda_runtime.h>

struct Sum {
  template <class T>
  static __device__ T combine(T a, T b) {
    return a + b;
  }
  static __device__ void merge(double* total, double value) { atomicAdd(total, value); }
  template <class T>
  static __device__ T neutral() {
    return 0;
  }
};
struct Maximum {
  template <class T>
  static __device__ T combine(T a, T b) {
    return a > b ? a : b;
  }
  // Non-negative doubles are ordered as their bits are.
  static __device__ void merge(double* total, double value) {
    atomicMax(reinterpret_cast<unsigned long long*>(total),
              static_cast<unsigned long long>(__double_as_longlong(value)));
  }
  template <class T>
  static __device__ T neutral() {
    return 0;
  }
};

template <class Operation, class T>
__device__ T reduce_warp(T value) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    value = Operation::combine(value, __shfl_xor_sync(0xffffffffu, value, distance));
  return value;
}

// For blocks of 256 threads.
template <class Operation, class T>
__global__ void reduce(const T* __restrict__ in, int n, double* total) {
  __shared__ T partial[8];
  T value = Operation::template neutral<T>();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value = Operation::combine(value, in[i]);
  value = reduce_warp<Operation>(value);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    value = threadIdx.x < 8 ? partial[threadIdx.x] : Operation::template neutral<T>();
    value = reduce_warp<Operation>(value);
    if (threadIdx.x == 0) Operation::merge(total, value);
  }
}
