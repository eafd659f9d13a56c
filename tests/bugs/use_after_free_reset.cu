// EXPECT: use-after-free line 5
// The device was reset in between: memory from before is gone.
#include <cuda_runtime.h>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  fill<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaDeviceReset();
  fill<<<1, 32>>>(x);
  cudaDeviceSynchronize();
}
