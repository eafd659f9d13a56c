// EXPECT: global-race line 6 other 6
// atomicAdd_block() is atomic among the threads of a block, and two blocks count in one place.
#include <cuda_runtime.h>

__global__ void histogram(const int* x, int* counts) {
  atomicAdd_block(counts + x[blockIdx.x * blockDim.x + threadIdx.x], 1);
}

int main() {
  int *x, *counts;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&counts, 4 * sizeof(int));
  cudaMemset(x, 0, 256 * sizeof(int));
  cudaMemset(counts, 0, 4 * sizeof(int));
  histogram<<<2, 128>>>(x, counts);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(counts);
}
