// EXPECT: bad-copy line 0
// More coefficients than the constant array has room for.
#include <cuda_runtime.h>

__constant__ float coefficients[9];

__global__ void use(float* x) { x[threadIdx.x] = coefficients[threadIdx.x % 9]; }

int main() {
  float host[25] = {};
  float* x;
  cudaMemcpyToSymbol(coefficients, host, sizeof(host));
  cudaMalloc(&x, 128);
  use<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
