// EXPECT: global-race line 7 other 7
// A bit that is missing is looked for, and all the others are cleared: atomicOr() sets it.
#include <cuda_runtime.h>

__global__ void mark(const int* x, int* seen) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (!(*seen & 1 << value % 32)) atomicAnd(seen, 1 << value % 32);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *best;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&best, 16 * sizeof(int));
  cudaMemset(best, 0, 16 * sizeof(int));
  number<<<4, 64>>>(x);
  mark<<<4, 64>>>(x, best);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(best);
}
