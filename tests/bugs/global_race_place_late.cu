// EXPECT: global-race line 9 other 12
// How often a thread is late is chance, and counted as if it were not.
#include <cuda_runtime.h>

__global__ void insert(const int* x, int size, int* table, int* places) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int key = v + 1;
  for (int h = key * 37 % size;; h = (h + 1) % size) {
    int seen = table[h];
    if (seen == key) break;
    if (seen == 0) {
      int old = atomicCAS(&table[h], 0, key);
      if (old == 0 || old == key) break;
      atomicAdd(&places[i], 1);
    }
  }
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
