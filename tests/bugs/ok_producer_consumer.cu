// EXPECT: none
// Correct: warps hand data over with bar.arrive and bar.sync.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void pipeline(const float* x, float* y, int rounds) {
  __shared__ float s[32];
  int i = threadIdx.x % 32;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x < 32) {
      s[i] = x[r * 32 + i];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
      asm volatile("bar.sync 2, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      y[r * 32 + i] = s[31 - i];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}

int main() {
  float* x;
  cudaMalloc(&x, 512 * sizeof(float));
  number<<<(512 + 255) / 256, 256>>>(x, 512);
  pipeline<<<1, 64>>>(x, x + 256, 8);
  cudaDeviceSynchronize();
  cudaFree(x);
}
