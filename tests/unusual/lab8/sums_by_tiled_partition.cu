// STEP: 5
// The last 64 sums by shuffles of a cooperative group's tile of 32.

#include <cooperative_groups.h>

enum { BLOCK = 256 };

template <typename T>
__global__ void reduce(const T* __restrict__ in, size_t n, T* __restrict__ out) {
  namespace cg = cooperative_groups;
  __shared__ T s[BLOCK];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const unsigned t = block.thread_rank();
  const size_t i = (size_t)blockIdx.x * 2 * BLOCK + t;
  T v = i < n ? in[i] : T(0);
  if (i + BLOCK < n) v += in[i + BLOCK];
  s[t] = v;
  block.sync();
  for (unsigned half = BLOCK / 2; half >= 64; half /= 2) {
    if (t < half) s[t] += s[t + half];
    block.sync();
  }
  if (t < 32) {
    T left = s[t] + s[t + 32];
    for (int d = 16; d > 0; d /= 2) left += warp.shfl_down(left, d);
    if (t == 0) out[blockIdx.x] = left;
  }
}

template <typename T>
void sum_up(const T* in, size_t n, T* scratch, T* sum) {
  for (;;) {
    const size_t blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
    if (blocks <= 1) break;
    reduce<T><<<(unsigned)blocks, BLOCK>>>(in, n, scratch);
    CUDA_CHECK(cudaGetLastError());
    in = scratch;
    n = blocks;
    scratch += blocks;
  }
  reduce<T><<<1, BLOCK>>>(in, n, sum);
  CUDA_CHECK(cudaGetLastError());
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  sum_up(values, n, scratch, sum);
}
void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  sum_up(values, n, scratch, sum);
}
