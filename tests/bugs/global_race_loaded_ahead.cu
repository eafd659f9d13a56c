// EXPECT: global-race line 9 other 10
// A thread of one block reads a variable that a thread of another block writes.
#include <cuda_runtime.h>

__device__ float total;

__global__ void add(float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 70) total = 3;
  y[i] = i == 3 ? total : 1.0f;
}

int main() {
  float* y;
  cudaMalloc(&y, 128 * sizeof(float));
  add<<<2, 64>>>(y);
  cudaDeviceSynchronize();
  cudaFree(y);
}
