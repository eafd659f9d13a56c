// EXPECT: global-race line 7 other 7
// volatile makes no atomic: two warps of a block read the same number.
#include <cuda_runtime.h>

__global__ void count(const int* x, int* counts) {
  volatile int* n = counts + blockIdx.x;
  if (threadIdx.x % 32 == 0) *n += x[threadIdx.x];
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 512 * sizeof(int));
  cudaMemset(y, 0, 512 * sizeof(int));
  number<<<4, 64>>>(x);
  count<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
