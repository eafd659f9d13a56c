// EXPECT: global-race line 8
// A compare-and-swap that nobody tries again: where another thread was first, the number is lost.
#include <cuda_runtime.h>

__global__ void add(const int* x, int* sum) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  int old = *sum;
  atomicCAS(sum, old, old + value);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *sum;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&sum, 16 * sizeof(int));
  cudaMemset(sum, 0, 16 * sizeof(int));
  number<<<4, 64>>>(x);
  add<<<4, 64>>>(x, sum);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(sum);
}
