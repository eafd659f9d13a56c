// EXPECT: shared-race line 10 other 9
// A function that calls another one reads a variable that another warp writes.
#include <cuda_runtime.h>

#include <cstdio>

__device__ __noinline__ float smooth(float x, int t) {
  __shared__ float state;
  if (t == 0) state = x;
  float s = t == 40 ? state * 2 : x;
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
