// EXPECT: global-race line 7 other 7
// It looks at one maximum and raises the next: one that is too small says nothing about it.
#include <cuda_runtime.h>

__global__ void largest(const int* x, int* best) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (best[value % 16] < value) atomicMax(&best[(value + 1) % 16], value);
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
