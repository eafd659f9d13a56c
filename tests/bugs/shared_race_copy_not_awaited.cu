// EXPECT: shared-race line 19 other 16
// SAYS: each thread waits for its own
// A barrier before the tile is read, and the wait for what each thread copies only after.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void turn(const int* x, int* y) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  const unsigned to = shared_address(&tile[t]);
  // clang-format off
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(x + t) : "memory");
  // clang-format on
  __syncthreads();
  y[t] = tile[63 - t];
  asm volatile("cp.async.wait_all;" ::: "memory");
}

int main() {
  int *x, *y, host[64];
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  turn<<<1, 64>>>(x, y);
  cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  cudaFree(x);
  cudaFree(y);
}
