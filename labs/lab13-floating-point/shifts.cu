// Lab 13, step 8: division by powers of two as shifts.
//
// Learn that integers have no instruction for division, that a power of two needs none, and what a
// shift does to negative numbers.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// TODO: the two kernels of step 7 without / and %. Of numbers without a sign, the quotient is a
// shift and the remainder a mask. A shift of a negative number rounds down, though, and C rounds
// towards zero: what has to be added to it first?

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
