// EXPECT: shared-race line 33 other 17
// One lane waits for its warp, and the others read without waiting for that lane.
#include <cuda_runtime.h>

__device__ unsigned place_of(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

__global__ void at_an_mbarrier(const float* x, float* y) {
  __shared__ unsigned long long full;
  __shared__ float tile[32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(place_of(&full)) : "memory");
  __syncthreads();
  if (threadIdx.x < 32) {
    tile[lane] = x[lane];
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(state)
                 : "r"(place_of(&full))
                 : "memory");
  } else {
    if (lane == 0) {
      unsigned done = 0;
      while (done == 0)
        asm volatile(
            "{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
            : "=r"(done)
            : "r"(place_of(&full))
            : "memory");
    }
    y[lane] = tile[31 - lane];
  }
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  at_an_mbarrier<<<1, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
