// EXPECT: out-of-bounds line 7
// The first thread reads the element before the first.
#include <cuda_runtime.h>

__global__ void left(const float* x, float* y) {
  int i = threadIdx.x;
  y[i] = x[i - 1];
}

int main() {
  float* x;
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMemset(x, 0, 128 * sizeof(float));
  left<<<1, 64>>>(x, x + 64);
  cudaDeviceSynchronize();
  cudaFree(x);
}
