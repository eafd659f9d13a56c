// EXPECT: none
// Correct: a lock around a plain sum, and the same flag set by many.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__device__ int lock = 0;

__global__ void add(const float* x, float* total, int* seen) {
  if (x[blockIdx.x] > 2) *seen = 1;
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *total += x[blockIdx.x];
    __threadfence();
    atomicExch(&lock, 0);
  }
}

int main() {
  float *x, *total;
  int* seen;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMalloc(&seen, sizeof(int));
  cudaMemset(total, 0, sizeof(float));
  number<<<1, 64>>>(x, 64);
  add<<<64, 64>>>(x, total, seen);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(total);
  cudaFree(seen);
}
