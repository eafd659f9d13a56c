// EXPECT: global-race line 8 other 12
// A lock is given back: a plain look at it before the compare-and-swap may see an outdated value for ever.
#include <cuda_runtime.h>

__global__ void add(const int* x, int* lock, int* total) {
  if (threadIdx.x != 0) return;
  for (bool done = false; !done;)
    if (*lock == 0 && atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *total += x[blockIdx.x];
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  add<<<4, 64>>>(x, y, y + 1);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
