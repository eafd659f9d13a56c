// EXPECT: shared-race line 24 other 12
// One lane waits for its warp, and the others read without waiting for that lane.
#include <cuda_runtime.h>

__global__ void in_a_block(const float* x, float* y) {
  __shared__ volatile int full;
  __shared__ float tile[32];
  const int t = threadIdx.x, lane = t % 32;
  if (t == 0) full = 0;
  __syncthreads();
  if (t < 32) {
    tile[lane] = x[lane];
    __syncwarp();
    if (lane == 0) {
      __threadfence_block();
      full = 1;
    }
  } else {
    if (lane == 0) {
      while (full == 0) {
      }
      __threadfence_block();
    }
    y[t] = tile[31 - lane];
  }
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  in_a_block<<<1, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
