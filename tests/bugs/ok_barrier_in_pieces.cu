// EXPECT: none
// Correct: barrier.sync without .aligned may be reached at several places, by lanes of a warp and by warps.
#include <cuda_runtime.h>

// Two texts, or a compiler makes one instruction of them.
__device__ void wait_here() { asm volatile("barrier.sync 0; // even" ::: "memory"); }
__device__ void wait_there() { asm volatile("barrier.sync 0; // odd" ::: "memory"); }

__global__ void turn(const int* x, int* y, int bit) {
  __shared__ int tile[128];
  const int t = threadIdx.x;
  if (t >> bit & 1) {
    tile[t] = x[t] * 2;
    wait_here();
    y[t] = tile[127 - t];
  } else {
    tile[t] = x[t] * 3;
    wait_there();
    y[t] = tile[127 - t] + 1;
  }
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 128 * sizeof(int));
  cudaMemset(x, 1, 128 * sizeof(int));
  cudaMalloc(&y, 128 * sizeof(int));
  for (int bit : {0, 3, 5, 6}) turn<<<1, 128>>>(x, y, bit);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
