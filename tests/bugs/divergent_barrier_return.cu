// EXPECT: divergent-barrier line 17 other 15
// SAYS: thread (40,0,0) branches off in line 15, by a condition of line 14
// Threads without an element return before the barrier.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void shift(float* x, int n) {
  __shared__ float s[64];
  int i = threadIdx.x;
  bool is_outside = i >= n;
  if (is_outside) return;
  s[i] = x[i];
  __syncthreads();
  x[i] = s[n - 1 - i];
}

int main() {
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  number<<<1, 64>>>(x, 64);
  shift<<<1, 64>>>(x, 40);
  cudaDeviceSynchronize();
  cudaFree(x);
}
