// EXPECT: global-race line 8 other 8
// Every second thread raises the maximum where it is not less.
#include <cuda_runtime.h>

__global__ void largest(const int* x, int* best) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  bool is_odd = threadIdx.x % 2;
  if ((*best < value) != is_odd) atomicMax(best, value);
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
