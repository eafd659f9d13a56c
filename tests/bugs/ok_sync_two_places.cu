// EXPECT: none
// Correct: lanes on both sides of a branch meet in a shuffle, a vote and a __syncwarp(), which name all of them.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void exchange(float* x) {
  __shared__ float s[32];
  int i = threadIdx.x;
  float y;
  if (i % 2) {
    s[i] = x[i] * 3;
    __syncwarp();
    y = s[i - 1] + __shfl_xor_sync(0xffffffff, x[i], 1);
    y += __any_sync(0xffffffff, y > 40);
  } else {
    s[i] = x[i] * 5;
    __syncwarp();
    y = s[i + 1] - __shfl_xor_sync(0xffffffff, x[i] + i, 1);
    y -= __any_sync(0xffffffff, y > 50);
  }
  x[i] = y;
}

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  number<<<(32 + 255) / 256, 256>>>(x, 32);
  exchange<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
