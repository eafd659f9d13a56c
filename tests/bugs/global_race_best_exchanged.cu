// EXPECT: global-race line 7 other 7
// The exchange stores the value whatever is there by then: a larger one may be lost.
#include <cuda_runtime.h>

__global__ void largest(const int* x, int* best) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (*best < value) atomicExch(best, value);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *best;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&best, sizeof(int));
  cudaMemset(best, 0, sizeof(int));
  number<<<4, 64>>>(x);
  largest<<<4, 64>>>(x, best);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(best);
}
