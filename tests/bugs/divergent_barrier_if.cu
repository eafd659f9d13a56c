// EXPECT: divergent-barrier line 15 other 13
// __syncthreads() in a branch that not all lanes take.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void half(float* x) {
  __shared__ float s[32];
  int i = threadIdx.x;
  if (i < 16) {
    s[i] = x[i];
    __syncthreads();
    x[i] = s[15 - i];
  } else {
    x[i] = 0;
    x[i + 32] = 1;
  }
}

int main() {
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  number<<<(64 + 255) / 256, 256>>>(x, 64);
  half<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
