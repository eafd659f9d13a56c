// EXPECT: stack-overflow line 8
// A recursion without end.
#include <cuda_runtime.h>

__device__ __noinline__ int depth(int n, volatile int* x) {
  int here[16];
  for (int i = 0; i < 16; ++i) here[i] = n + x[i];
  return depth(here[n % 16] + 1, x) + here[(n + 1) % 16];
}

__global__ void start(int* x) { x[16] = depth(1, x); }

int main() {
  int* x;
  cudaMalloc(&x, 17 * sizeof(int));
  cudaMemset(x, 0, 17 * sizeof(int));
  start<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
