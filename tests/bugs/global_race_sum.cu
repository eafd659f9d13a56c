// EXPECT: global-race line 6 other 6
// Each block adds its part to the total without an atomic.
#include <cuda_runtime.h>

__global__ void add(float* total) {
  if (threadIdx.x == 0) *total += blockIdx.x + 1;
}

int main() {
  float* x;
  cudaMalloc(&x, sizeof(float));
  cudaMemset(x, 0, sizeof(float));
  add<<<8, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
