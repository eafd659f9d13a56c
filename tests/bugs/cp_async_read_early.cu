// EXPECT: async-copy-early line 17 other 14
// A barrier, but no wait for the asynchronous copy into shared memory.
#include <cuda_runtime.h>

__global__ void number(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

__global__ void copy(const float* x, float* y) {
  __shared__ __align__(16) float s[128];
  int i = threadIdx.x;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&s[i * 4]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(x + i * 4) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  __syncthreads();
  for (int j = 0; j < 4; ++j) y[i * 4 + j] = s[j * 32 + i];
  asm volatile("cp.async.wait_group 0;" ::: "memory");
}

int main() {
  float* x;
  cudaMalloc(&x, 256 * sizeof(float));
  number<<<(256 + 255) / 256, 256>>>(x, 256);
  copy<<<1, 32>>>(x, x + 128);
  cudaDeviceSynchronize();
  cudaFree(x);
}
