// EXPECT: misaligned line 6
// A float4 load from an address that 16 does not divide.
#include <cuda_runtime.h>

__global__ void load(const float* x, float* y) {
  float4 v = *reinterpret_cast<const float4*>(x + 1);
  y[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main() {
  float* x;
  cudaMalloc(&x, 256 * sizeof(float));
  cudaMemset(x, 0, 256 * sizeof(float));
  load<<<1, 32>>>(x, x + 128);
  cudaDeviceSynchronize();
  cudaFree(x);
}
