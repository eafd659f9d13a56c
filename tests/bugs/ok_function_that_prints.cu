// EXPECT: none
// Correct: a function of its own has a variable for thread 0 alone, which compilers load in all. It calls
// another function, and is no recursion.
#include <cuda_runtime.h>

#include <cstdio>

__device__ __noinline__ float smooth(float x, int t) {
  __shared__ float state;
  if (t == 0) state = x;
  float s = t == 0 ? state * 2 : x;
  if (s < 0) printf("negative in thread %d\n", t);
  return s;
}

__global__ void twice(const float* x, float* y) {
  const int t = threadIdx.x;
  y[t] = smooth(x[t], t) + smooth(x[t], t);
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  twice<<<1, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
