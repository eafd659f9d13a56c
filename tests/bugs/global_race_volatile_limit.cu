// EXPECT: global-race line 6 other 6
// A look at the limit waits for nothing: two blocks find room, read the same number, and one of the two is lost.
#include <cuda_runtime.h>

__global__ void count(const int* x, volatile int* n) {
  if (threadIdx.x == 0 && *n < 40) *n = *n + 1;
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
