// EXPECT: global-race line 8 other 9
// A block sets the counter to 0 that the others may already have counted up.
#include <cuda_runtime.h>

__device__ int total = 5;

__global__ void count(const int* x) {
  if (blockIdx.x == 0 && threadIdx.x == 0) total = 0;
  if (x[blockIdx.x] == 0) atomicAdd(&total, 1);
}

int main() {
  int* x;
  cudaMalloc(&x, 16 * sizeof(int));
  cudaMemset(x, 0, 16 * sizeof(int));
  count<<<16, 1>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
