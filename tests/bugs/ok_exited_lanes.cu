// EXPECT: none
// Correct: lanes that have exited may be named by the mask of a shuffle.
#include <cuda_runtime.h>

__global__ void shuffle(float* x, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  x[i] = __shfl_xor_sync(0xffffffff, x[i], 1);
}

int main() {
  float* x;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMemset(x, 0, 32 * sizeof(float));
  shuffle<<<1, 32>>>(x, 16);
  cudaDeviceSynchronize();
  cudaFree(x);
}
