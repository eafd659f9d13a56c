// Lab 13, step 4: fast approximations.
//
// Learn that the GPU computes exponentials, logarithms, sines and roots in one instruction each,
// for a few ULP, and that the error has a documented bound.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel that writes six results of number i, each where its FastFunction says. The fast
// STUB: // functions are __fdividef, __expf, __logf, __sinf, __cosf and rsqrtf.
__global__ void approximate_kernel(size_t n, const float* x, const float* y, float* results) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float u = x[i], v = y[i];
  results[QUOTIENT * n + i] = __fdividef(u, v);
  results[EXPONENTIAL * n + i] = __expf(u);
  results[LOGARITHM * n + i] = __logf(v);
  results[SINE * n + i] = __sinf(u);
  results[COSINE * n + i] = __cosf(u);
  results[RECIPROCAL_ROOT * n + i] = rsqrtf(v);
}
// END SOLUTION

void approximate(size_t n, const float* x, const float* y, float* results) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch a thread for each of the n numbers.
  // STUB: (void)n, (void)x, (void)y, (void)results;
  const size_t blocks = (n + BLOCK - 1) / BLOCK;
  approximate_kernel<<<(unsigned)blocks, BLOCK>>>(n, x, y, results);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
