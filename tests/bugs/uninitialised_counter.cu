// EXPECT: uninitialised-global line 6
// The counter of an atomic was never set to zero.
#include <cuda_runtime.h>

__global__ void count(const int* x, int* positive) {
  if (x[threadIdx.x] >= 0) atomicAdd(positive, 1);
}

int main() {
  int *x, *positive;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMalloc(&positive, sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  count<<<1, 64>>>(x, positive);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(positive);
}
