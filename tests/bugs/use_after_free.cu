// EXPECT: use-after-free line 6 other 14
// The buffer is freed before the second launch.
#include <cuda_runtime.h>

__global__ void add_one(float* x) {
  x[threadIdx.x] += 1;
}

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMemset(x, 0, 32 * sizeof(float));
  add_one<<<1, 32>>>(x);
  cudaFree(x);
  add_one<<<1, 32>>>(x);
  cudaDeviceSynchronize();
}
