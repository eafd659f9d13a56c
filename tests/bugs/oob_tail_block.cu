// EXPECT: out-of-bounds line 7
// No bounds check at all: the last block has threads beyond the end.
#include <cuda_runtime.h>

__global__ void scale(float* x, float factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = x[i] * factor;
}

int main() {
  float* x;
  cudaMalloc(&x, 1000 * sizeof(float));
  cudaMemset(x, 0, 1000 * sizeof(float));
  scale<<<(1000 + 255) / 256, 256>>>(x, 2.0f);
  cudaDeviceSynchronize();
  cudaFree(x);
}
