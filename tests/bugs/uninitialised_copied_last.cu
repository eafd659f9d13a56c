// EXPECT: uninitialised-global line 19
// SAYS: 4 of the 400 bytes that are copied to the host, from byte 396
// An off-by-one condition leaves the last element out. The host gets it by way of another array.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) y[i] = i;
}

int main() {
  const int n = 100;
  float host[n], *y, *z;
  cudaMalloc(&y, sizeof host);
  cudaMalloc(&z, sizeof host);
  count<<<1, 128>>>(y, n);
  cudaMemcpy(z, y, sizeof host, cudaMemcpyDeviceToDevice);
  cudaMemcpyAsync(host, z, sizeof host, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  printf("%g\n", host[n - 1]);
  cudaFree(y);
  cudaFree(z);
}
