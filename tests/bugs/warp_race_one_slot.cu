// EXPECT: warp-race line 7 other 7
// All lanes store their own number to one element.
#include <cuda_runtime.h>

__global__ void last(int* y) {
  __shared__ int slot;
  slot = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) *y = slot;
}

int main() {
  int* y;
  cudaMalloc(&y, sizeof(int));
  last<<<1, 32>>>(y);
  cudaDeviceSynchronize();
  cudaFree(y);
}
