// EXPECT: global-race line 7 other 8
// The number that a failed compare-and-swap was tried with is used: it may be outdated.
#include <cuda_runtime.h>

__global__ void take(const int* x, int* credits, int* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int have = *credits;
  if (atomicCAS(credits, have, have - 1) != have) y[i] = have + v;
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y, *z;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMalloc(&z, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  cudaMemset(z, 0, 2048 * sizeof(int));
  cudaMemset(y, 1, sizeof(int));
  number<<<4, 64>>>(x);
  take<<<4, 64>>>(x, y, z);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
