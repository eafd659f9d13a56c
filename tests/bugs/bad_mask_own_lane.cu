// EXPECT: bad-warp-mask line 12
// Lanes call __ballot_sync() with a mask that leaves them out.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void vote(float* x, unsigned mask) {
  int i = threadIdx.x;
  x[i] = __ballot_sync(mask, x[i] > 3);
}

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  number<<<(32 + 255) / 256, 256>>>(x, 32);
  vote<<<1, 32>>>(x, 0x0000ffff);
  cudaDeviceSynchronize();
  cudaFree(x);
}
