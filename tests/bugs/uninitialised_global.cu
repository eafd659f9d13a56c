// EXPECT: uninitialised-global line 7
// The input was never copied to the device.
#include <cuda_runtime.h>

__global__ void scale(const float* x, float* y) {
  int i = threadIdx.x;
  y[i] = x[i] * 2;
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  scale<<<1, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
