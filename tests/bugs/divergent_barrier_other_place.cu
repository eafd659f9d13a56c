// EXPECT: divergent-barrier line 16
// Bug: lanes of a warp come to __syncthreads(), others of it to a barrier that may be reached in pieces.
#include <cuda_runtime.h>

__device__ void wait_here() { asm volatile("barrier.sync 0;" ::: "memory"); }

__global__ void turn(const int* x, int* y) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t % 2 == 0) {
    tile[t] = x[t] * 2;
    wait_here();
    y[t] = tile[63 - t];
  } else {
    tile[t] = x[t] * 3;
    __syncthreads();
    y[t] = tile[63 - t] + 1;
  }
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 1, 64 * sizeof(int));
  cudaMalloc(&y, 64 * sizeof(int));
  turn<<<1, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
