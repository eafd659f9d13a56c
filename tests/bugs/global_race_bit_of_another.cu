// EXPECT: global-race line 8 other 11
// Whoever sets the bit asks whether another one was free.
#include <cuda_runtime.h>

__global__ void claim(const int* x, unsigned* map, int* slots) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int w = v % 16;
  unsigned word = map[w];
  if (word != ~0u) {
    int bit = __ffs(~word) - 1;
    if (!(atomicOr(&map[w], 1u << bit) & 1)) slots[i] = w * 32 + bit;
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
  claim<<<4, 64>>>(x, (unsigned*)y, z);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
