// EXPECT: divergent-barrier line 15 other 14
// A loop with a barrier whose length differs from lane to lane.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void steps(float* x) {
  __shared__ float s[32];
  int i = threadIdx.x;
  s[i] = x[i];
  for (int step = 0; step < i; ++step) {
    __syncthreads();
    s[i] += 1;
  }
  x[i] = s[i];
}

int main() {
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  number<<<(64 + 255) / 256, 256>>>(x, 64);
  steps<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
