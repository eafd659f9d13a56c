// Lab 13, step 7: integer division as it is written.
//
// Learn what / and % give for negative numbers; step 8 is compared with this.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// BEGIN SOLUTION
// STUB: // TODO: two kernels, with / and %: one divides number i, the other adds up its digits.
__global__ void divide(size_t n, int log2_divisor, const int* a, const unsigned* b, int* quotient,
                       int* remainder, unsigned* unsigned_quotient, unsigned* unsigned_remainder) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int divisor = 1 << log2_divisor;
  quotient[i] = a[i] / divisor;
  remainder[i] = a[i] % divisor;
  unsigned_quotient[i] = b[i] / (unsigned)divisor;
  unsigned_remainder[i] = b[i] % (unsigned)divisor;
}

__global__ void add_digits(size_t n, int log2_base, const int* a, int* sums) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int base = 1 << log2_base;
  int sum = 0;
  for (int rest = a[i]; rest != 0; rest /= base) sum += rest % base;
  sums[i] = sum;
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
