// EXPECT: uninitialised-shared line 12
// SAYS: : byte 252 of sums (256 bytes)
// The last element of the second array is left out.
#include <cuda_runtime.h>

__global__ void add(const float* x, float* y) {
  __shared__ float terms[64];
  __shared__ float sums[64];
  terms[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 63) sums[threadIdx.x] = terms[threadIdx.x] + terms[threadIdx.x + 1];
  y[threadIdx.x] = sums[threadIdx.x] + terms[63 - threadIdx.x];
}

int main() {
  float* x;
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMemset(x, 0, 128 * sizeof(float));
  add<<<1, 64>>>(x, x + 64);
  cudaDeviceSynchronize();
  cudaFree(x);
}
