// EXPECT: global-race line 7 other 7
// One that is larger by 1 alone is left out, or not, as the others come first or later.
#include <cuda_runtime.h>

__global__ void largest(const int* x, int* best) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (*best + 1 < value) atomicMax(best, value);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *best;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&best, 16 * sizeof(int));
  cudaMemset(best, 0, 16 * sizeof(int));
  number<<<4, 64>>>(x);
  largest<<<4, 64>>>(x, best);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(best);
}
