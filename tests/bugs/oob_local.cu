// EXPECT: out-of-bounds line 8
// An index from memory leaves an array of the thread.
#include <cuda_runtime.h>

__global__ void pick(float* x, int at) {
  float mine[8];
  for (int i = 0; i < 8; ++i) mine[i] = x[i] + threadIdx.x;
  x[8 + threadIdx.x] = mine[at * 1000 + threadIdx.x % 8];
}

int main() {
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  pick<<<1, 32>>>(x, 5);
  cudaDeviceSynchronize();
  cudaFree(x);
}
