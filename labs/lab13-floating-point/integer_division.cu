// Lab 13, step 7: integer division as it is written.
//
// Learn what / and % give for negative numbers; step 8 is compared with this.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// TODO: two kernels, with / and %: one divides number i, the other adds up its digits.

void divide_integers(size_t n, int log2_divisor, const int* a, const unsigned* b, int* quotient,
                     int* remainder, unsigned* unsigned_quotient, unsigned* unsigned_remainder) {
  // TODO: launch a thread for each of the n numbers.
  (void)n, (void)log2_divisor, (void)a, (void)b, (void)quotient, (void)remainder;
  (void)unsigned_quotient, (void)unsigned_remainder;
}

void digit_sums(size_t n, int log2_base, const int* a, int* sums) {
  // TODO: launch a thread for each of the n numbers.
  (void)n, (void)log2_base, (void)a, (void)sums;
}
