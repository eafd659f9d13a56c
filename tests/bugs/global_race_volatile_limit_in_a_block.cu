// EXPECT: global-race line 8 other 9
// Two warps of a block find room at once, and one of the two is lost.
#include <cuda_runtime.h>

__global__ void count(const int* x, int* counts) {
  volatile int* n = counts + blockIdx.x;
  if (threadIdx.x % 32) return;
  int seen = *n;
  if (seen != 40) *n = seen + 1;
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  count<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
