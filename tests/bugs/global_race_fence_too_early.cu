// EXPECT: global-race line 11
// The lock is given back without a fence after the sum: the one before is for what came before it.
#include <cuda_runtime.h>

__device__ int lock = 0;

__global__ void add(const int* x, int* total) {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  *total += x[blockIdx.x];
  atomicExch(&lock, 0);
}

int main() {
  int *x, *total;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(x, 1, 64 * sizeof(int));
  cudaMemset(total, 1, sizeof(int));
  add<<<64, 1>>>(x, total);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(total);
}
