// EXPECT: out-of-bounds line 8
// A shared array of 32 elements, a block of 64 threads.
#include <cuda_runtime.h>

__global__ void reverse(float* x) {
  __shared__ float tile[32];
  int i = threadIdx.x;
  tile[i] = x[i];
  __syncthreads();
  x[i] = tile[31 - i % 32];
}

int main() {
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  reverse<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
