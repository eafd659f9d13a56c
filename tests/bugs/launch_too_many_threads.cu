// EXPECT: launch-error line 0
// A block of 2048 threads.
#include <cuda_runtime.h>

__global__ void fill(int* x) { x[threadIdx.x] = 1; }

int main() {
  int* x;
  cudaMalloc(&x, 2048 * sizeof(int));
  fill<<<1, 2048>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
