// EXPECT: shared-race line 14 other 13
// The tile is read the other way round without a barrier.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void transpose(const float* x, float* y) {
  __shared__ float tile[16][17];
  int c = threadIdx.x, r = threadIdx.y;
  tile[r][c] = x[r * 16 + c];
  y[r * 16 + c] = tile[c][r];
}

int main() {
  float* x;
  cudaMalloc(&x, 512 * sizeof(float));
  number<<<(512 + 255) / 256, 256>>>(x, 512);
  transpose<<<1, dim3(16, 16)>>>(x, x + 256);
  cudaDeviceSynchronize();
  cudaFree(x);
}
