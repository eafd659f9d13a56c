// Lab 13, step 5: denormal numbers, kept and flushed.
//
// Learn that a - b is zero only if a equals b, as long as denormal numbers are kept; and what
// -ftz=true, a part of -use_fast_math, gives up.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel that writes both differences of number i. A float whose eight bits of exponent
// STUB: // are all 0 is denormal or zero.
// Infinities and NaN have an exponent that is not 0, and pass.
__device__ float flush(float x) {
  const unsigned bits = __float_as_uint(x);
  return (bits & 0x7f800000u) == 0 ? __uint_as_float(bits & 0x80000000u) : x;
}

__global__ void difference_kernel(size_t n, const float* a, const float* b, float* kept,
                                  float* flushed) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  kept[i] = __fsub_rn(a[i], b[i]);
  flushed[i] = flush(__fsub_rn(flush(a[i]), flush(b[i])));
}
// END SOLUTION

void difference(size_t n, const float* a, const float* b, float* kept, float* flushed) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch a thread for each of the n numbers.
  // STUB: (void)n, (void)a, (void)b, (void)kept, (void)flushed;
  const size_t blocks = (n + BLOCK - 1) / BLOCK;
  difference_kernel<<<(unsigned)blocks, BLOCK>>>(n, a, b, kept, flushed);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
