// EXPECT: warp-race line 14 other 13
// Neighbours in a warp exchange values without __syncwarp().
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void swap(float* x) {
  __shared__ float s[32];
  int i = threadIdx.x;
  s[i] = x[i];
  x[i] = s[i ^ 1];
}

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  number<<<(32 + 255) / 256, 256>>>(x, 32);
  swap<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
