// EXPECT: none
// Correct: compare-and-swap loops that begin with a plain load.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__device__ void atomic_max(float* to, float value) {
  int* bits = reinterpret_cast<int*>(to);
  int old = *bits;
  while (__int_as_float(old) < value) {
    int assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value));
    if (old == assumed) break;
  }
}

__global__ void maximum(const float* x, float* y) {
  __shared__ float best;
  if (threadIdx.x == 0) best = 0;
  __syncthreads();
  atomic_max(&best, x[blockIdx.x * 64 + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) atomic_max(y, best);
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 512 * sizeof(float));
  cudaMalloc(&y, sizeof(float));
  cudaMemset(y, 0, sizeof(float));
  number<<<2, 256>>>(x, 512);
  maximum<<<8, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
