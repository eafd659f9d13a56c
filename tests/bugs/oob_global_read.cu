// EXPECT: out-of-bounds line 8
// The last thread reads one element beyond the end.
#include <cuda_runtime.h>

__global__ void difference(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float next = 0;
  if (i < n) next = x[i + 1];
  __syncthreads();
  if (i < n) x[i] = next;
}

int main() {
  float* x;
  cudaMalloc(&x, 256 * sizeof(float));
  cudaMemset(x, 0, 256 * sizeof(float));
  difference<<<1, 256>>>(x, 256);
  cudaDeviceSynchronize();
  cudaFree(x);
}
