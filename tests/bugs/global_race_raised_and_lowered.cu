// EXPECT: global-race line 7 other 8
// Where others lower the value, an outdated one saves a maximum that would have changed something.
#include <cuda_runtime.h>

__global__ void raise(const int* x, int* best) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (*best < value) atomicMax(best, value);
  if (value == 35) atomicMin(best, 20);
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
