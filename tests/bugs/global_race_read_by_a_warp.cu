// EXPECT: global-race line 8 other 9
// The lanes of the only warp read what its first lane replaces, without a __syncwarp() in between.
#include <cuda_runtime.h>

__global__ void next_seed(unsigned* seed, unsigned* y) {
  if (threadIdx.x == 0) *seed += 1;
  __syncwarp();
  y[threadIdx.x] = *seed * (threadIdx.x + 1);
  if (threadIdx.x == 0) *seed = 17;
}

int main() {
  unsigned *seed, *y;
  cudaMalloc(&seed, sizeof(unsigned));
  cudaMalloc(&y, 32 * sizeof(unsigned));
  cudaMemset(seed, 0, sizeof(unsigned));
  next_seed<<<1, 32>>>(seed, y);
  cudaDeviceSynchronize();
  cudaFree(seed);
  cudaFree(y);
}
