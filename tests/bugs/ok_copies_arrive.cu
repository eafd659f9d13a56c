// EXPECT: none
// Correct: asynchronous copies arrive at mbarriers, in two stages, one that counts their arrivals
// itself and one whose count has them already. Who waits for the phase may read.
#include <cstdint>
#include <cuda_runtime.h>

__device__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(uint64_t* barrier, unsigned count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(count) : "memory");
}
__device__ void copy(int* to, const int* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(to)),
               "l"(__cvta_generic_to_global(from))
               : "memory");
}
__device__ void wait(uint64_t* barrier, unsigned parity) {
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(shared_address(barrier)), "r"(parity)
                 : "memory");
}

__global__ void turn(const int* x, int* y, int rounds) {
  __shared__ int tile[2][64];
  __shared__ uint64_t counted, own;
  const int t = threadIdx.x;
  if (t == 0) init(&counted, 64), init(&own, 64);
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    copy(&tile[0][t], &x[128 * round + t]);
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(&counted)) : "memory");
    copy(&tile[1][t], &x[128 * round + 64 + t]);
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(shared_address(&own)) : "memory");
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(shared_address(&own)) : "memory");
    wait(&counted, round % 2);
    y[128 * round + t] = tile[0][63 - t];
    wait(&own, round % 2);
    y[128 * round + 64 + t] = tile[1][63 - t];
    __syncthreads();
  }
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 512 * sizeof(int));
  cudaMemset(x, 1, 512 * sizeof(int));
  cudaMalloc(&y, 512 * sizeof(int));
  turn<<<1, 64>>>(x, y, 4);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
