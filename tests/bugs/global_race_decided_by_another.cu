// EXPECT: global-race line 7 other 7
// What the maximum returns decides, but not whether this thread has raised it.
#include <cuda_runtime.h>

__global__ void raise(const int* x, int* best, int* raised) {
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (*best < value && atomicMax(best, value) % 2 == 0) raised[value] = 1;
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *best, *raised;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&best, 16 * sizeof(int));
  cudaMalloc(&raised, 256 * sizeof(int));
  cudaMemset(best, 0, 16 * sizeof(int));
  number<<<4, 64>>>(x);
  raise<<<4, 64>>>(x, best, raised);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(best);
  cudaFree(raised);
}
