// EXPECT: global-race line 13 other 12
// Scratch space in global memory, no barrier.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void reverse(const float* x, float* scratch, float* y) {
  int i = threadIdx.x;
  scratch[i] = x[i];
  y[i] = scratch[127 - i];
}

int main() {
  float* x;
  cudaMalloc(&x, 512 * sizeof(float));
  number<<<(512 + 255) / 256, 256>>>(x, 512);
  reverse<<<1, 128>>>(x, x + 128, x + 256);
  cudaDeviceSynchronize();
  cudaFree(x);
}
