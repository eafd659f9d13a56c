// EXPECT: global-race line 8 other 8
// Unrolled, each turn sets a bit of its own, in the same line: the first one depends on the other threads.
#include <cuda_runtime.h>

__global__ void mark(const int* x, int* seen) {
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (x[threadIdx.x] % 4 == k && *seen == 0) atomicOr(seen, 1 << k);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 512 * sizeof(int));
  cudaMemset(y, 0, 512 * sizeof(int));
  number<<<4, 64>>>(x);
  mark<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
