// EXPECT: global-race line 14 other 12
// A stencil in place: blocks read what their neighbours write.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void smooth(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float right = i + 1 < n ? x[i + 1] : 0;
  __syncthreads();
  if (i < n) x[i] = right;
}

int main() {
  float* x;
  cudaMalloc(&x, 512 * sizeof(float));
  number<<<(512 + 255) / 256, 256>>>(x, 512);
  smooth<<<4, 128>>>(x, 512);
  cudaDeviceSynchronize();
  cudaFree(x);
}
