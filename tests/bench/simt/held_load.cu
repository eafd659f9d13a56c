// Each thread reads its neighbour's value in shared memory, ahead of a barrier, and adds it behind that
// barrier: all threads, or every other one. Compilers load in all threads, so the checkers hold the load
// of `some` until it is known who uses the value.
#include <cuda_runtime.h>

constexpr int threads = 256;

template <bool is_for_all>
__device__ void add_neighbours(const float* values, float* sums, int rounds) {
  __shared__ float row[threads];
  const int thread = threadIdx.x, i = blockIdx.x * threads + thread;
  float sum = 0;
  for (int round = 0; round < rounds; ++round) {
    row[thread] = values[i] + round;
    __syncthreads();
    const float neighbour = row[(thread + 1) % threads];
    __syncthreads();
    if (is_for_all || thread % 2 == 0) sum += neighbour;
  }
  sums[i] = sum;
}

extern "C" __global__ void all(const float* values, float* sums, int rounds) {
  add_neighbours<true>(values, sums, rounds);
}
extern "C" __global__ void some(const float* values, float* sums, int rounds) {
  add_neighbours<false>(values, sums, rounds);
}
