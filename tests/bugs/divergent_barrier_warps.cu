// EXPECT: divergent-barrier line 18 other 15
// Two warps wait at two different __syncthreads().
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void roles(float* x) {
  __shared__ float s[64];
  int i = threadIdx.x;
  s[i] = x[i];
  if (i < 32) {
    __syncthreads();
    x[i] = s[i + 32] * 2;
  } else {
    __syncthreads();
    x[i] = s[i - 32] + 3;
  }
}

int main() {
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  number<<<(64 + 255) / 256, 256>>>(x, 64);
  roles<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
