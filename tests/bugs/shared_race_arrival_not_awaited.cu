// EXPECT: shared-race line 15 other 17
// Bug: the copies arrive at an mbarrier, but nobody waits for it.
#include <cstdint>
#include <cuda_runtime.h>

__device__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }

__global__ void turn(const int* x, int* y) {
  __shared__ int tile[64];
  __shared__ uint64_t barrier;
  const int t = threadIdx.x;
  if (t == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(shared_address(&barrier)) : "memory");
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&tile[t])), "l"(x + t) : "memory");
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(&barrier)) : "memory");
  y[t] = tile[63 - t];
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 1, 64 * sizeof(int));
  cudaMalloc(&y, 64 * sizeof(int));
  turn<<<1, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
