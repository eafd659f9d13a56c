// EXPECT: global-race line 8 other 9
// Nobody asks what the compare-and-swap has found: two keys get the same place.
#include <cuda_runtime.h>

__global__ void insert(const int* x, int size, int* table, int* places) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int key = v + 1, h = key * 37 % size;
  while (table[h] != 0 && table[h] != key) h = (h + 1) % size;
  atomicCAS(&table[h], 0, key);
  places[i] = h;
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
