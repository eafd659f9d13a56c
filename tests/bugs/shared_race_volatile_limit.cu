// EXPECT: shared-race line 9 other 9
// Two warps find room at once, and one of the two is lost.
#include <cuda_runtime.h>

__global__ void count(const int* x, int* y) {
  __shared__ volatile int n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0 && n < 40) n = n + 1;
  __syncthreads();
  y[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  count<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
