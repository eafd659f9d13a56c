// EXPECT: none
// Correct: one lane of a warp waits for what another warp, or another block, has made; its warp waits for it.
#include <cuda_runtime.h>

__global__ void in_a_block(const float* x, float* y) {
  __shared__ volatile int full;
  __shared__ float tile[32];
  const int t = threadIdx.x, lane = t % 32;
  if (t == 0) full = 0;
  __syncthreads();
  if (t < 32) {
    tile[lane] = x[lane];
    __syncwarp();
    if (lane == 0) {
      __threadfence_block();
      full = 1;
    }
  } else {
    if (lane == 0) {
      while (full == 0) {
      }
      __threadfence_block();
    }
    __syncwarp();
    y[t] = tile[31 - lane];
  }
}

__device__ int ready;
__device__ float piece[32];

__global__ void of_a_block(const float* x, float* y) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    piece[t] = x[t];
    __syncwarp();
    if (t == 0) {
      __threadfence();
      atomicExch(&ready, 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(&ready, 0) == 0) {
      }
      __threadfence();
    }
    __syncwarp();
    y[t] = piece[31 - t];
  }
}

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
    __syncwarp();
    y[lane] = tile[31 - lane];
  }
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  in_a_block<<<1, 64>>>(x, y);
  of_a_block<<<2, 32>>>(x, y);
  at_an_mbarrier<<<1, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
