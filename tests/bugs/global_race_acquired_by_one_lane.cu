// EXPECT: global-race line 23 other 11
// One lane waits for its warp, and the others read without waiting for that lane.
#include <cuda_runtime.h>

__device__ int ready;
__device__ float piece[32];

__global__ void of_a_block(const float* x, float* y) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    piece[t] = x[t];
    __syncwarp();
    if (t == 0) {
      __threadfence();
      atomicExch(&ready, 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(&ready, 0) == 0) {
      }
      __threadfence();
    }
    y[t] = piece[31 - t];
  }
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  of_a_block<<<2, 32>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
