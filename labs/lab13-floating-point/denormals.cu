// Lab 13, step 5: denormal numbers, kept and flushed.
//
// Learn that a - b is zero only if a equals b, as long as denormal numbers are kept; and what
// -ftz=true, a part of -use_fast_math, gives up.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// TODO: a kernel that writes both differences of number i. A float whose eight bits of exponent
// are all 0 is denormal or zero.

void difference(size_t n, const float* a, const float* b, float* kept, float* flushed) {
  // TODO: launch a thread for each of the n numbers.
  (void)n, (void)a, (void)b, (void)kept, (void)flushed;
}
