// EXPECT: global-race line 8 other 8
// A look at the limit waits for nothing, also where it is looked at again later.
#include <cuda_runtime.h>

__global__ void count(const int* x, volatile int* n, int times) {
  if (threadIdx.x != 0) return;
  for (int k = 0; k < times; ++k)
    if (*n < 40) *n = *n + 1;
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y, *z;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMalloc(&z, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  cudaMemset(z, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  count<<<4, 64>>>(x, y, 3);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
