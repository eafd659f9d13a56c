// Lab 12, step 3: the index distance on a GPU.
//
// Learn that threads side by side, which take particles side by side, load well; and what it costs
// when all of them add to the same few words.
//
// common/rdf_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel for one index distance d. Thread i takes particles i and (i + d) % n, computes
// STUB: // their bin, and adds 1 to it with atomicAdd().
// One operation each: the compiler contracts none of them.
__device__ int bin_of(float dx, float dy, float dz, float dr) {
  const float square =
      __fadd_rn(__fadd_rn(__fmul_rn(dx, dx), __fmul_rn(dy, dy)), __fmul_rn(dz, dz));
  return (int)__fdiv_rn(__fsqrt_rn(square), dr);
}

__global__ void count_pairs(int n, const float* x, const float* y, const float* z, float dr,
                            int bins, int d, int pairs, unsigned* histogram) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= pairs) return;
  const int j = i + d < n ? i + d : i + d - n;
  const int bin = bin_of(x[i] - x[j], y[i] - y[j], z[i] - z[j], dr);
  if (bin < bins) atomicAdd(&histogram[bin], 1);
}
// END SOLUTION

void pair_histogram(int n, const float* x, const float* y, const float* z, float dr, int bins,
                    unsigned* histogram) {
  // BEGIN SOLUTION
  // STUB: // TODO: clear the histogram, with cudaMemset(). Then a launch for each d, from 1 to n / 2.
  // STUB: (void)n, (void)x, (void)y, (void)z, (void)dr, (void)bins, (void)histogram;
  CUDA_CHECK(cudaMemset(histogram, 0, bins * sizeof(unsigned)));
  for (int d = 1; d <= n / 2; ++d) {
    const int pairs = 2 * d == n ? d : n;  // half the circle away, i and j would meet twice
    count_pairs<<<(pairs + BLOCK - 1) / BLOCK, BLOCK>>>(n, x, y, z, dr, bins, d, pairs, histogram);
    CUDA_CHECK(cudaGetLastError());
  }
  // END SOLUTION
}
