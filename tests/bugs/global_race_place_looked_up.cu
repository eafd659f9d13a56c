// EXPECT: global-race line 10 other 11
// SAYS: act by what the atomic returns
// A place that is empty may be taken a moment later: whether a key is found is chance.
#include <cuda_runtime.h>

__global__ void insert(const int* x, int size, int* table, int* places) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int key = v + 1;
  for (int h = key * 37 % size;; h = (h + 1) % size) {
    int seen = table[h];
    if (i % 2 == 0 && seen == 0) seen = atomicCAS(&table[h], 0, key);
    if (seen == 0 || seen == key) {
      places[i] = seen;
      break;
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
