// EXPECT: shared-race line 9 other 8
// One thread computes a value for all, and the others do not wait.
#include <cuda_runtime.h>

__global__ void normalise(float* x) {
  __shared__ float scale;
  int i = threadIdx.x;
  if (i == 0) scale = 1 / (x[64] + 1);
  x[i] *= scale;
}

int main() {
  float* x;
  cudaMalloc(&x, 65 * sizeof(float));
  cudaMemset(x, 0, 65 * sizeof(float));
  normalise<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
