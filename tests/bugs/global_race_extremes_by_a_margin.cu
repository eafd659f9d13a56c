// EXPECT: global-race line 7 other 9
// The maximum is left out where it is larger by 1 alone, unless the minimum says otherwise.
#include <cuda_runtime.h>

__global__ void extremes(const int* x, int* range) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (range[0] > value - 9 || range[1] + 1 < value) {
    atomicMin(&range[0], value - 9);
    atomicMax(&range[1], value);
  }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 512 * sizeof(int));
  cudaMemset(y, 0, 512 * sizeof(int));
  number<<<4, 64>>>(x);
  extremes<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
