// EXPECT: shared-race line 17 other 17
// The barrier stands after the loop of the reduction instead of inside.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void reduce(const float* x, float* y) {
  __shared__ float s[256];
  int i = threadIdx.x;
  s[i] = x[i];
  __syncthreads();
#pragma unroll 1
  for (int half = 128; half >= 32; half /= 2) {
    if (i < half) s[i] += s[i + half];
  }
  __syncthreads();
  if (i < 32) y[i] = s[i];
}

int main() {
  float* x;
  cudaMalloc(&x, 512 * sizeof(float));
  number<<<(512 + 255) / 256, 256>>>(x, 512);
  reduce<<<1, 256>>>(x, x + 256);
  cudaDeviceSynchronize();
  cudaFree(x);
}
