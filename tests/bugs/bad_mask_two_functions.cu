// EXPECT: bad-warp-mask line 13
// Odd lanes wait in one shuffle and even lanes in another.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void exchange(float* x) {
  int i = threadIdx.x;
  float y = x[i] * 2;
  x[i] = i % 2 ? __shfl_up_sync(0xffffffff, y, 1) : __shfl_down_sync(0xffffffff, y, 1);
}

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  number<<<(32 + 255) / 256, 256>>>(x, 32);
  exchange<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
