// EXPECT: global-race line 7 other 7
// An outdated value saves a maximum that would have changed something: what is compared is one less than what is stored.
#include <cuda_runtime.h>

__global__ void raise(const int* x, int* best) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (*best < value + 1) atomicMax(best, value + 2);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  raise<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
