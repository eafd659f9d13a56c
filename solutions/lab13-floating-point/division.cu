// Lab 13, step 3: division and roots, correctly rounded.
//
// Learn that division and square root can be as exact as a sum, and that two roundings are not
// one.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel. __fdiv_rn, __fsqrt_rn, __frcp_rn and __frsqrt_rn are rounded once, whatever
// STUB: // options the compiler is given.
__global__ void divide_and_root_kernel(size_t n, const float* a, const float* b, float* quotient,
                                       float* root, float* reciprocal, float* reciprocal_root) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  quotient[i] = __fdiv_rn(a[i], b[i]);
  root[i] = __fsqrt_rn(a[i]);
  reciprocal[i] = __frcp_rn(a[i]);
  reciprocal_root[i] = __frsqrt_rn(a[i]);  // 1 / sqrtf(a[i]) would round twice
}
// END SOLUTION

void divide_and_root(size_t n, const float* a, const float* b, float* quotient, float* root,
                     float* reciprocal, float* reciprocal_root) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch a thread for each of the n numbers.
  // STUB: (void)n, (void)a, (void)b, (void)quotient, (void)root, (void)reciprocal,
  // STUB:     (void)reciprocal_root;
  const size_t blocks = (n + BLOCK - 1) / BLOCK;
  divide_and_root_kernel<<<(unsigned)blocks, BLOCK>>>(n, a, b, quotient, root, reciprocal,
                                                      reciprocal_root);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
