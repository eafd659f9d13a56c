// EXPECT: launch-error line 0
// The number of blocks is rounded down to zero.
#include <cuda_runtime.h>

__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 1;
}

int main() {
  int* x;
  int n = 100;
  cudaMalloc(&x, n * sizeof(int));
  fill<<<n / 256, 256>>>(x, n);
  cudaDeviceSynchronize();
  cudaFree(x);
}
