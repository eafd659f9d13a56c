// Lab 13, step 8: division by powers of two as shifts.
//
// Learn that integers have no instruction for division, that a power of two needs none, and what a
// shift does to negative numbers.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// BEGIN SOLUTION
// STUB: // TODO: the two kernels of step 7 without / and %. Of numbers without a sign, the quotient is a
// STUB: // shift and the remainder a mask. A shift of a negative number rounds down, though, and C rounds
// STUB: // towards zero: what has to be added to it first?
// A shift rounds down. With divisor - 1 added, it rounds up, which is towards zero for a number below
// it.
__device__ int shifted(int value, int log2_divisor) {
  const unsigned below_divisor = (1u << log2_divisor) - 1;
  const unsigned is_negative = (unsigned)(value >> 31);  // all bits or none
  return (value + (int)(is_negative & below_divisor)) >> log2_divisor;
}

__global__ void divide(size_t n, int log2_divisor, const int* a, const unsigned* b, int* quotient,
                       int* remainder, unsigned* unsigned_quotient, unsigned* unsigned_remainder) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  quotient[i] = shifted(a[i], log2_divisor);
  // Unsigned, as a product of a negative number with 2^30 may wrap around.
  remainder[i] = (int)((unsigned)a[i] - ((unsigned)quotient[i] << log2_divisor));
  unsigned_quotient[i] = b[i] >> log2_divisor;
  unsigned_remainder[i] = b[i] & ((1u << log2_divisor) - 1);
}

__global__ void add_digits(size_t n, int log2_base, const int* a, int* sums) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  // Of the magnitude, which fits for INT_MIN as well where there is no sign.
  unsigned rest = a[i] < 0 ? 0u - (unsigned)a[i] : (unsigned)a[i];
  unsigned sum = 0;
  for (; rest != 0; rest >>= log2_base) sum += rest & ((1u << log2_base) - 1);
  sums[i] = a[i] < 0 ? -(int)sum : (int)sum;
}
// END SOLUTION

void divide_integers(size_t n, int log2_divisor, const int* a, const unsigned* b, int* quotient,
                     int* remainder, unsigned* unsigned_quotient, unsigned* unsigned_remainder) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch a thread for each of the n numbers.
  // STUB: (void)n, (void)log2_divisor, (void)a, (void)b, (void)quotient, (void)remainder;
  // STUB: (void)unsigned_quotient, (void)unsigned_remainder;
  const size_t blocks = (n + BLOCK - 1) / BLOCK;
  divide<<<(unsigned)blocks, BLOCK>>>(n, log2_divisor, a, b, quotient, remainder,
                                      unsigned_quotient, unsigned_remainder);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}

void digit_sums(size_t n, int log2_base, const int* a, int* sums) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch a thread for each of the n numbers.
  // STUB: (void)n, (void)log2_base, (void)a, (void)sums;
  const size_t blocks = (n + BLOCK - 1) / BLOCK;
  add_digits<<<(unsigned)blocks, BLOCK>>>(n, log2_base, a, sums);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
