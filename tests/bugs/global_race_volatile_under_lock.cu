// EXPECT: global-race line 10 other 10
// The lock is taken and given back without fences, and volatile does not stand in for them.
#include <cuda_runtime.h>

__global__ void add(const int* x, int* lock) {
  volatile int* total = lock + 32;
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *total = *total + x[blockIdx.x];
  atomicExch(lock, 0);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 512 * sizeof(int));
  cudaMemset(y, 0, 512 * sizeof(int));
  number<<<4, 64>>>(x);
  add<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
