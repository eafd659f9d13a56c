// EXPECT: uninitialised-local line 8
// Only a part of a local array gets values.
#include <cuda_runtime.h>

__global__ void window(const float* x, float* y, int filled, int at) {
  float recent[16];
  for (int i = 0; i < filled; ++i) recent[i] = x[threadIdx.x + i];
  y[threadIdx.x] = recent[at];
}

int main() {
  float* x;
  cudaMalloc(&x, 256 * sizeof(float));
  cudaMemset(x, 0, 256 * sizeof(float));
  window<<<1, 32>>>(x, x + 128, 8, 12);
  cudaDeviceSynchronize();
  cudaFree(x);
}
