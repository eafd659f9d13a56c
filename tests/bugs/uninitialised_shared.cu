// EXPECT: uninitialised-shared line 11
// SAYS: : byte 0 of tile (264 bytes)
// The tile has a halo that nobody loads.
#include <cuda_runtime.h>

__global__ void blur(const float* x, float* y) {
  __shared__ float tile[64 + 2];
  int i = threadIdx.x;
  tile[i + 1] = x[i];
  __syncthreads();
  y[i] = tile[i] + tile[i + 1] + tile[i + 2];
}

int main() {
  float* x;
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMemset(x, 0, 128 * sizeof(float));
  blur<<<1, 64>>>(x, x + 64);
  cudaDeviceSynchronize();
  cudaFree(x);
}
