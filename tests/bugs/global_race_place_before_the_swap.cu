// EXPECT: global-race line 7 other 8
// What was in the place before is used, whatever the compare-and-swap has found there.
#include <cuda_runtime.h>

__global__ void insert(const int* x, int size, int* table, int* places) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int key = v + 1, h = key * 37 % size, seen = table[h];
  if (seen == 0 && atomicCAS(&table[h], 0, key) == -1) return;
  places[i] = seen;
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
  insert<<<4, 64>>>(x, 128, y, z);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
