// A barrier of the whole grid, written by hand: one thread of each block looks, and all of them hear of
// it at a barrier of the block. Meanwhile one block works for long.
#include "check.h"

__device__ unsigned arrived;

__device__ void wait_for_all(unsigned round) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1u);
  }
  unsigned seen = 0;
  do {
    if (threadIdx.x == 0) {
      seen = atomicAdd(&arrived, 0u);
      __threadfence();
    }
  } while (!__syncthreads_or(seen >= round * gridDim.x));
}

__global__ void steps(int* partial, int* sums, int n) {
  if (blockIdx.x == 0) {
    unsigned sum = threadIdx.x;
#pragma unroll 1
    for (int i = 0; i < n; ++i) sum = sum * 5 + i % 3;
    partial[threadIdx.x] = static_cast<int>(sum);
  }
  wait_for_all(1);
  int sum = 0;
  if (blockIdx.x == 1)
    for (int k = 0; k < static_cast<int>(blockDim.x); ++k) sum ^= partial[k];
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  wait_for_all(2);
  if (blockIdx.x == 0) partial[threadIdx.x] = sums[blockDim.x + threadIdx.x];
}

int main() {
  constexpr int blocks = 6, threads = 128;
  int n = 60000, expected = 0;
  for (int t = 0; t < threads; ++t) {
    unsigned sum = t;
    for (int i = 0; i < n; ++i) sum = sum * 5 + i % 3;
    expected ^= static_cast<int>(sum);
  }
  DeviceArray<int> partial(threads, 0), sums(blocks * threads);
  int *pointer = partial, *pointer_sums = sums;
  void* arguments[] = {&pointer, &pointer_sums, &n};
  CUDA_CHECK(cudaLaunchCooperativeKernel(steps, dim3(blocks), dim3(threads), arguments, 0, 0));
  FINISH_KERNEL();
  return compare(partial.host(), std::vector<int>(threads, expected));
}
