// EXPECT: null-pointer line 8
// Bug: two pointers are wrong, each for itself: one is the host's, the other was never set.
#include <cuda_runtime.h>

__global__ void add(const float* scale, const float* values, float* sums) {
  const int i = threadIdx.x;
  const float factor = scale[i % 4];
  sums[i] = values[i] * factor;
}

int main() {
  float scale[4] = {1, 2, 3, 4};
  float *values = nullptr, *sums;
  cudaMalloc(&sums, 64 * sizeof(float));
  add<<<1, 64>>>(scale, values, sums);
  cudaDeviceSynchronize();
  cudaFree(sums);
}
