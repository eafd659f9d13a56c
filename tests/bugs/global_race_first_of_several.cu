// EXPECT: global-race line 7 other 7
// How many of the threads find 0 there, and add their bits, depends on when they come.
#include <cuda_runtime.h>

__global__ void mark(const int* x, int* seen) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (*seen == 0) atomicOr(seen, value);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 512 * sizeof(int));
  cudaMemset(y, 0, 512 * sizeof(int));
  number<<<4, 64>>>(x);
  mark<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
