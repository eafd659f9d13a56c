// EXPECT: shared-race line 15 other 17
// The tile is overwritten while slower warps still read the last one.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void tiles(const float* x, float* y, int count) {
  __shared__ float tile[64];
  int i = threadIdx.x;
  float sum = 0;
  for (int t = 0; t < count; ++t) {
    tile[i] = x[t * 64 + i];
    __syncthreads();
    for (int j = 0; j < 64; j += 8) sum += tile[(i + j) % 64];
  }
  y[i] = sum;
}

int main() {
  float* x;
  cudaMalloc(&x, 1024 * sizeof(float));
  number<<<(1024 + 255) / 256, 256>>>(x, 1024);
  tiles<<<1, 64>>>(x, x + 512, 8);
  cudaDeviceSynchronize();
  cudaFree(x);
}
