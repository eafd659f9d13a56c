// EXPECT: WRONG counted-by-thread
// STEP: 5
// SAYS: in the bin that has the number of their thread
// A pair is counted in the bin that has the number of its thread.
#include <algorithm>

struct Range {
  int from, to;
};

__device__ float apart(const float4& p, const float4& q) {
  const float a = __fsub_rn(p.x, q.x), b = __fsub_rn(p.y, q.y), c = __fsub_rn(p.z, q.z);
  float sum = __fmul_rn(a, a);
  sum = __fadd_rn(sum, __fmul_rn(b, b));
  return __fsqrt_rn(__fadd_rn(sum, __fmul_rn(c, c)));
}

__global__ void count(const float4* p, int n, float dr, int bins, Range lags, unsigned* out) {
  extern __shared__ unsigned mine[];
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = threadIdx.x; k < bins; k += blockDim.x) mine[k] = 0;
  __syncthreads();
  for (int lag = lags.from; lag < lags.to && me < n; ++lag) {
    const bool half = 2 * lag == n;
    if (half && me >= lag) continue;
    const float4 other = p[(me + lag) % n];
    const int k = (int)__fdiv_rn(apart(p[me], other), dr);
    if (k < bins && threadIdx.x < bins) atomicAdd(mine + threadIdx.x, 1u);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < bins; k += blockDim.x)
    if (mine[k] != 0) atomicAdd(out + k, mine[k]);
}

void pair_histogram4(int n, const float4* positions, float dr, int bins, unsigned* histogram) {
  CUDA_CHECK(cudaMemset(histogram, 0, bins * sizeof(unsigned)));
  const int blocks = (n + 127) / 128, last = n / 2 + 1;
  for (int lag = 1; lag < last; lag += 96) {
    const Range lags = {lag, std::min(lag + 96, last)};
    count<<<blocks, 128, bins * sizeof(unsigned)>>>(positions, n, dr, bins, lags, histogram);
    CUDA_CHECK(cudaGetLastError());
  }
}
