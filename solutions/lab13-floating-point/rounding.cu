// Lab 13, step 2: rounding where you want it, as intervals.
//
// Learn that each operation comes with four roundings, and that bounds which are rounded outwards
// always contain the exact result.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// BEGIN SOLUTION
// STUB: // TODO: kernels for the four operations. Lower bounds are rounded down (__fadd_rd, ...), upper
// STUB: // bounds up (__fadd_ru, ...), and what goes to `cut` towards zero (__fadd_rz, ...).
// The least of four is a lower bound, the greatest an upper bound.
__device__ float least(float p, float q, float r, float s) {
  return fminf(fminf(p, q), fminf(r, s));
}
__device__ float greatest(float p, float q, float r, float s) {
  return fmaxf(fmaxf(p, q), fmaxf(r, s));
}

__device__ Interval sum(Interval x, Interval y) {
  return {__fadd_rd(x.lower, y.lower), __fadd_ru(x.upper, y.upper)};
}

// Which ends make the least product hangs on four signs: trying all is shorter.
__device__ Interval product(Interval x, Interval y) {
  return {least(__fmul_rd(x.lower, y.lower), __fmul_rd(x.lower, y.upper),
                __fmul_rd(x.upper, y.lower), __fmul_rd(x.upper, y.upper)),
          greatest(__fmul_ru(x.lower, y.lower), __fmul_ru(x.lower, y.upper),
                   __fmul_ru(x.upper, y.lower), __fmul_ru(x.upper, y.upper))};
}

__device__ Interval quotient(Interval x, Interval y) {
  return {least(__fdiv_rd(x.lower, y.lower), __fdiv_rd(x.lower, y.upper),
                __fdiv_rd(x.upper, y.lower), __fdiv_rd(x.upper, y.upper)),
          greatest(__fdiv_ru(x.lower, y.lower), __fdiv_ru(x.lower, y.upper),
                   __fdiv_ru(x.upper, y.lower), __fdiv_ru(x.upper, y.upper))};
}

__device__ Interval square_root(Interval x) {
  return {__fsqrt_rd(x.lower), __fsqrt_ru(x.upper)};
}

template <IntervalOperation operation>
__global__ void operate(size_t n, const Interval* a, const Interval* b, Interval* result,
                        float* cut) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Interval x = a[i];
  if constexpr (operation == ROOT) {
    result[i] = square_root(x);
    cut[i] = __fsqrt_rz(x.lower);
    return;
  }
  const Interval y = b[i];
  if constexpr (operation == ADD) {
    result[i] = sum(x, y);
    cut[i] = __fadd_rz(x.lower, y.lower);
  }
  if constexpr (operation == MULTIPLY) {
    result[i] = product(x, y);
    cut[i] = __fmul_rz(x.lower, y.lower);
  }
  if constexpr (operation == DIVIDE) {
    result[i] = quotient(x, y);
    cut[i] = __fdiv_rz(x.lower, y.lower);
  }
}
// END SOLUTION

void interval_operation(IntervalOperation operation, size_t n, const Interval* a, const Interval* b,
                        Interval* result, float* cut) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch a thread for each of the n intervals, of the operation that is asked for.
  // STUB: (void)operation, (void)n, (void)a, (void)b, (void)result, (void)cut;
  const unsigned blocks = (unsigned)((n + BLOCK - 1) / BLOCK);
  switch (operation) {
    case ADD:
      operate<ADD><<<blocks, BLOCK>>>(n, a, b, result, cut);
      break;
    case MULTIPLY:
      operate<MULTIPLY><<<blocks, BLOCK>>>(n, a, b, result, cut);
      break;
    case DIVIDE:
      operate<DIVIDE><<<blocks, BLOCK>>>(n, a, b, result, cut);
      break;
    case ROOT:
      operate<ROOT><<<blocks, BLOCK>>>(n, a, b, result, cut);
      break;
  }
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
