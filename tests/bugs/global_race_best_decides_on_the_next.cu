// EXPECT: global-race line 7 other 8
// Whether it goes on to the next number depends on when the others have raised the maximum.
#include <cuda_runtime.h>

__global__ void raise(const int* x, int* best) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  while (k < 256 && *best < x[k]) {
    atomicMax(best, x[k]);
    ++k;
  }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 512 * sizeof(int));
  cudaMemset(y, 0, 512 * sizeof(int));
  number<<<4, 64>>>(x);
  raise<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
