// EXPECT: endless-loop line 7
// The step of the loop is zero.
#include <cuda_runtime.h>

__global__ void walk(float* x, int n, int step) {
#pragma unroll 1
  for (int i = threadIdx.x; i < n; i += step) x[i] += 1;
}

int main() {
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  walk<<<1, 32>>>(x, 64, 0);
  cudaDeviceSynchronize();
  cudaFree(x);
}
