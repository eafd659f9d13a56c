// EXPECT: global-race line 8 other 8
// Of two bits that are to be set, one that is set already says nothing of the other.
#include <cuda_runtime.h>

__global__ void mark(const int* x, int* seen) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  int both = 3 << value % 30;
  if (!(*seen & both)) atomicOr(seen, both);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *seen;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&seen, 16 * sizeof(int));
  cudaMemset(seen, 0, 16 * sizeof(int));
  number<<<4, 64>>>(x);
  mark<<<4, 64>>>(x, seen);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(seen);
}
