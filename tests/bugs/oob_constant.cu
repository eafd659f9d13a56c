// EXPECT: out-of-bounds line 9
// More coefficients are read than the constant array has.
#include <cuda_runtime.h>

__constant__ float coefficients[9];

__global__ void apply(float* x, int taps) {
  float sum = 0;
  for (int t = 0; t < taps; ++t) sum += coefficients[t];
  x[threadIdx.x] = sum;
}

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMemset(x, 0, 32 * sizeof(float));
  apply<<<1, 32>>>(x, 10);
  cudaDeviceSynchronize();
  cudaFree(x);
}
