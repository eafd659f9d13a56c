// EXPECT: out-of-bounds line 7
// Off by one in the bounds check: <= instead of <.
#include <cuda_runtime.h>

__global__ void fill(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) x[i] = i;
}

int main() {
  float* x;
  cudaMalloc(&x, 1000 * sizeof(float));
  cudaMemset(x, 0, 1000 * sizeof(float));
  fill<<<4, 256>>>(x, 1000);
  cudaDeviceSynchronize();
  cudaFree(x);
}
