// EXPECT: global-race line 7 other 7
// The key is compared with the best one turned over, and stored as it is: an outdated value leaves out what would raise it.
#include <cuda_runtime.h>

__global__ void raise(const int* x, unsigned* best) {
  unsigned key = x[blockIdx.x * blockDim.x + threadIdx.x] + 5;
  if (key > ~*best) atomicMax(best, key);
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y, *z;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMalloc(&z, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  cudaMemset(z, 0, 2048 * sizeof(int));
  cudaMemset(y, 0xff, sizeof(int));
  number<<<4, 64>>>(x);
  raise<<<4, 64>>>(x, (unsigned*)y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
