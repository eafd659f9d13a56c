// EXPECT: uninitialised-global line 23
// SAYS: 768 of the 2048 bytes that are copied to the host, from byte 40
// Rows of 16 numbers, of which each thread writes its first 10. They begin 64 bytes apart, as counters might.
#include <cuda_runtime.h>

__global__ void powers(float* y) {
  float* row = y + threadIdx.x * 16;
  float power = 1;
  for (int column = 0; column < 10; ++column) {
    row[column] = power;
    power *= threadIdx.x;
  }
}

int main() {
  static float host[32 * 16], *y, *z;
  cudaMalloc(&y, sizeof host);
  cudaMalloc(&z, sizeof host);
  powers<<<1, 32>>>(y);
  cudaMemcpy(z, y, sizeof host, cudaMemcpyDeviceToDevice);
  cudaDeviceSynchronize();

  cudaMemcpy(host, z, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(y);
  cudaFree(z);
}
