// Lab 13, step 3: division and roots, correctly rounded.
//
// Learn that division and square root can be as exact as a sum, and that two roundings are not
// one.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// TODO: a kernel. __fdiv_rn, __fsqrt_rn, __frcp_rn and __frsqrt_rn are rounded once, whatever
// options the compiler is given.

void divide_and_root(size_t n, const float* a, const float* b, float* quotient, float* root,
                     float* reciprocal, float* reciprocal_root) {
  // TODO: launch a thread for each of the n numbers.
  (void)n, (void)a, (void)b, (void)quotient, (void)root, (void)reciprocal,
      (void)reciprocal_root;
}
