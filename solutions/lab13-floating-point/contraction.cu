// Lab 13, step 1: a * b + c, rounded once or twice.
//
// Learn that the compiler may contract a product and a sum into one operation, and how to say
// which of the two results is meant.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel that writes both results of number i. There are functions whose results no
// STUB: // compiler changes: __fmaf_rn, __fmul_rn, __fadd_rn.
__global__ void multiply_add_kernel(size_t n, const float* a, const float* b, const float* c,
                                    float* fused, float* separate) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  fused[i] = __fmaf_rn(a[i], b[i], c[i]);
  separate[i] = __fadd_rn(__fmul_rn(a[i], b[i]), c[i]);
}
// END SOLUTION

// BEGIN SOLUTION
// STUB: // TODO: a kernel that looks for three numbers. What does __fmaf_rn(a, b, c) give if c is minus
// STUB: // the rounded product?
// c takes away the rounded product. What one rounding leaves of the exact one is its error.
__global__ void find_difference_kernel(float* abc) {
  for (int step = 1;; ++step) {
    const float a = 1 + step * 0x1p-23f;
    const float c = -__fmul_rn(a, a);
    if (__fmaf_rn(a, a, c) == 0) continue;  // the product was exact
    abc[0] = a;
    abc[1] = a;
    abc[2] = c;
    return;
  }
}
// END SOLUTION

void multiply_add(size_t n, const float* a, const float* b, const float* c, float* fused,
                  float* separate) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch a thread for each of the n numbers.
  // STUB: (void)n, (void)a, (void)b, (void)c, (void)fused, (void)separate;
  const size_t blocks = (n + BLOCK - 1) / BLOCK;
  multiply_add_kernel<<<(unsigned)blocks, BLOCK>>>(n, a, b, c, fused, separate);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}

void find_difference(float* abc) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch the kernel that looks; one thread is enough.
  // STUB: (void)abc;
  find_difference_kernel<<<1, 1>>>(abc);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
