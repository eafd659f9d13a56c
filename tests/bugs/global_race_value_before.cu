// EXPECT: global-race line 7 other 9
// What the maximum was is kept and handed on, though others raise it in between: atomicMax() returns it.
#include <cuda_runtime.h>

__global__ void raise(const int* x, int* best, int* gain) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int before = *best;
  if (x[i] > before) {
    atomicMax(best, x[i]);
    gain[i] = x[i] - before;
  }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *gain, *best;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&gain, 256 * sizeof(int));
  cudaMalloc(&best, sizeof(int));
  cudaMemset(best, 0, sizeof(int));
  number<<<4, 64>>>(x);
  raise<<<4, 64>>>(x, best, gain);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(gain);
  cudaFree(best);
}
