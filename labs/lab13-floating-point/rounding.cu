// Lab 13, step 2: rounding where you want it, as intervals.
//
// Learn that each operation comes with four roundings, and that bounds which are rounded outwards
// always contain the exact result.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// TODO: kernels for the four operations. Lower bounds are rounded down (__fadd_rd, ...), upper
// bounds up (__fadd_ru, ...), and what goes to `cut` towards zero (__fadd_rz, ...).

void interval_operation(IntervalOperation operation, size_t n, const Interval* a, const Interval* b,
                        Interval* result, float* cut) {
  // TODO: launch a thread for each of the n intervals, of the operation that is asked for.
  (void)operation, (void)n, (void)a, (void)b, (void)result, (void)cut;
}
