// EXPECT: shared-race line 15 other 13
// A barrier of two warps, but the data comes from a third.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void pairs(const float* x, float* y) {
  __shared__ float s[96];
  int i = threadIdx.x;
  s[i] = x[i];
  if (i < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  if (i < 32) y[i] = s[i + 64];
}

int main() {
  float* x;
  cudaMalloc(&x, 256 * sizeof(float));
  number<<<(256 + 255) / 256, 256>>>(x, 256);
  pairs<<<1, 96>>>(x, x + 128);
  cudaDeviceSynchronize();
  cudaFree(x);
}
