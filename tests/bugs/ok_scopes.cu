// EXPECT: none
// Correct: atomics and flags of a block's scope where one block alone uses them, the device's between blocks, and a
// barrier between what all warps read and what replaces it.
#include <cuda_runtime.h>

__global__ void count(const int* x, int* of_block, int* of_all, float* sums, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd_block(of_block + blockIdx.x, x[i]);
  atomicAdd(of_all, x[i]);
  if (threadIdx.x == 0) sums[blockIdx.x] = 1;
  __syncthreads();
  for (int turn = 0; turn < 3; ++turn) {
    y[i] = sums[blockIdx.x] + of_block[blockIdx.x];
    __syncthreads();
    if (threadIdx.x == 32 * turn) sums[blockIdx.x] += 1;
    __syncthreads();
  }
}

__global__ void hand_over(int* flag, int* value, int* y) {
  flag += blockIdx.x;
  value += blockIdx.x;
  if (threadIdx.x == 0) {
    *value = 42;
    asm volatile("st.release.cta.global.u32 [%0], 1;" ::"l"(flag) : "memory");
  } else if (threadIdx.x == 32) {
    int seen;
    do asm volatile("ld.acquire.cta.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
    y[blockIdx.x] = *value;
  }
}

__global__ void hand_on(int* flag, int* value, int* y) {
  if (blockIdx.x == 0) {
    *value = 42;
    asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    int seen;
    do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
    *y = *value;
  }
}

int main() {
  int *x, *counts, *flags, *values;
  float *sums, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&counts, 4 * sizeof(int));
  cudaMalloc(&flags, 4 * sizeof(int));
  cudaMalloc(&values, 8 * sizeof(int));
  cudaMalloc(&sums, 2 * sizeof(float));
  cudaMalloc(&y, 256 * sizeof(float));
  cudaMemset(x, 0, 256 * sizeof(int));
  cudaMemset(counts, 0, 4 * sizeof(int));
  cudaMemset(flags, 0, 4 * sizeof(int));
  count<<<2, 128>>>(x, counts, counts + 2, sums, y);
  hand_over<<<2, 64>>>(flags, values, values + 4);
  hand_on<<<2, 1>>>(flags + 2, values + 2, values + 6);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(counts);
  cudaFree(flags);
  cudaFree(values);
  cudaFree(sums);
  cudaFree(y);
}
