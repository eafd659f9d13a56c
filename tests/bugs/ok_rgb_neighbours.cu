// EXPECT: none
// Correct: threads store neighbouring bytes of one word.
#include <cuda_runtime.h>

__global__ void copy(const unsigned char* x, unsigned char* y, int n) {
  __shared__ unsigned char tile[128 * 3];
  int i = threadIdx.x, g = blockIdx.x * 128 + i;
  for (int c = 0; c < 3; ++c)
    if (g < n) tile[i * 3 + c] = x[g * 3 + c];
  __syncthreads();
  for (int c = 0; c < 3; ++c)
    if (g < n) y[g * 3 + c] = tile[i * 3 + 2 - c];
}

int main() {
  unsigned char *x, *y;
  cudaMalloc(&x, 1001 * 3);
  cudaMalloc(&y, 1001 * 3);
  cudaMemset(x, 5, 1001 * 3);
  copy<<<(1001 + 127) / 128, 128>>>(x, y, 1001);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
