// EXPECT: shared-race line 15 other 31
// A lane arrives at a barrier for its warp without waiting for the other lanes.
#include <cuda_runtime.h>

__device__ unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }

__global__ void hand_over(const int* in, int* out) {
  __shared__ unsigned long long full;
  __shared__ int tile[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(place(&full)) : "memory");
  __syncthreads();
  if (threadIdx.x < 32) {
    tile[lane] = in[lane] * 2;
    if (lane == 0) {
      unsigned long long state;
      asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                   : "=l"(state)
                   : "r"(place(&full))
                   : "memory");
    }
  } else {
    unsigned done = 0;
    while (!done)
      asm volatile(
          "{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
          : "=r"(done)
          : "r"(place(&full))
          : "memory");
    out[lane] = tile[31 - lane];
  }
}

int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 1, 32 * sizeof(int));
  hand_over<<<1, 64>>>(x, x + 32);
  cudaDeviceSynchronize();
  cudaFree(x);
}
