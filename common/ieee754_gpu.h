// The functions that the floating-point lab for the GPU asks for. The grader includes this header
// before your file, so a definition with another signature is an error of the compiler, not a
// mystery later.
#ifndef WARPLAB_COMMON_IEEE754_GPU_H
#define WARPLAB_COMMON_IEEE754_GPU_H

#include <cstddef>

#include "common/cuda_check.h"

// All of them are host code that launches kernels. Pointers are device memory, which only kernels
// can read and write; each begins at a multiple of 256 bytes. What is const is read-only: writing to
// it is an error. Copy nothing to the host and back. A function may return before its kernels have
// ended. n is from 1 to 2^30.
//
// Results are compared bit by bit with what IEEE 754 asks for, where nothing else is said; so +0 is
// not -0. Any NaN is as good as any other, as the standard leaves its bits open. Every input that a
// float can hold may come, denormal numbers, zeros of both signs, infinities and NaN, where nothing
// else is said.
//
// "rn", "rz", "rd", "ru" stand for rounding to nearest with halves to even, towards zero, down
// (towards minus infinity) and up.

// Of rounding.cu: all numbers from lower to upper. Both ends are finite, and lower <= upper.
struct Interval {
  float lower, upper;
};
enum IntervalOperation { ADD, MULTIPLY, DIVIDE, ROOT };

// Of fast.cu: where a function's results are, in this order, n of each.
enum FastFunction {
  QUOTIENT,
  EXPONENTIAL,
  LOGARITHM,
  SINE,
  COSINE,
  RECIPROCAL_ROOT,
  FAST_FUNCTIONS
};

#ifdef __cplusplus
extern "C" {
#endif

// contraction.cu

// fused[i] = a[i] * b[i] + c[i], rounded once (rn); separate[i] = the same with the product rounded
// (rn) before c[i] is added (rn). Neither may depend on what the compiler makes of a * b + c.
void multiply_add(size_t n, const float* a, const float* b, const float* c, float* fused,
                  float* separate);

// abc[0], abc[1], abc[2] = three floats a, b, c for which fused and separate differ, found by a
// kernel. Any will do that are neither denormal, nor zero, infinite or NaN, and whose two results
// are finite.
void find_difference(float* abc);

// rounding.cu

// The smallest interval whose ends are floats that holds x + y, x * y, x / y or sqrt(x) for every x
// of a[i] and y of b[i]: result[i].lower is the least of these, rounded down (rd), result[i].upper
// the greatest, rounded up (ru). An end may be infinite if it has to be. The sign of an end that is
// zero does not matter.
//
// And cut[i] = the same operation with a[i].lower and b[i].lower, rounded towards zero (rz).
//
//   operation  of all n; ROOT has no second operand, and leaves b alone
//   a, b       n intervals; for DIVIDE, zero is in none of b; for ROOT, a[i].lower is at least +0
//
// The sum's ends are the sums of ends. The least and the greatest product (or quotient) are among
// the four of two ends.
void interval_operation(enum IntervalOperation operation, size_t n, const struct Interval* a,
                        const struct Interval* b, struct Interval* result, float* cut);

// division.cu

// quotient[i] = a[i] / b[i], root[i] = sqrt(a[i]), reciprocal[i] = 1 / a[i], reciprocal_root[i] =
// 1 / sqrt(a[i]); each rounded once (rn), so the last is not the reciprocal of what root[i] holds.
// 1 / sqrt(-0) is minus infinity.
void divide_and_root(size_t n, const float* a, const float* b, float* quotient, float* root,
                     float* reciprocal, float* reciprocal_root);

// fast.cu

// results[f * n + i], for each FastFunction f: x[i] / y[i], e^x[i], the natural logarithm of y[i],
// sin x[i], cos x[i], 1 / sqrt(y[i]); each as near as the CUDA C++ Programming Guide promises for
// the fast function (__fdividef, __expf, __logf, __sinf, __cosf, rsqrtf):
//
//   QUOTIENT         2 ULP
//   EXPONENTIAL      3 + floor(|1.173 x|) ULP: 1 more, as rounding x * log2(e) can take it alone
//   LOGARITHM        an absolute error of 2^-21.41 for y from 0.5 to 2, elsewhere 3 ULP
//   SINE             an absolute error of 2^-21.41 for |x| <= pi; anything elsewhere
//   COSINE           an absolute error of 2^-21.19 for |x| <= pi; anything elsewhere
//   RECIPROCAL_ROOT  2 ULP
//
// x is from -80 to 80, y from 2^-100 to 2^100, and no result is denormal. ULP count floats, from the
// correctly rounded result: its neighbours are 1 ULP off.
void approximate(size_t n, const float* x, const float* y, float* results);

// denormals.cu

// kept[i] = a[i] - b[i] (rn), denormal or not; flushed[i] = the same where denormal numbers are
// taken for zeros of their sign: a[i] and b[i] first, then the difference.
void difference(size_t n, const float* a, const float* b, float* kept, float* flushed);

// sum_order.cu

// Three sums of each of `rows` rows, of columns = 0 to 4096 numbers each; number c of row r is
// values[r * columns + c]. They are finite, and so is every sum. All additions and subtractions are
// rounded (rn) on their own. The sum of no numbers is +0, that of one number is the number.
//
//   left_to_right[r]  ((v0 + v1) + v2) + v3 ...
//   tree[r]           of m numbers, the first h = (m + 1) / 2 (rounded down) stay, and number h + i
//                     is added to number i, for i = 0 to m - h - 1: v[i] + v[h + i]; then the same
//                     with the h numbers that there are now, until one is left
//   compensated[r]    Neumaier's algorithm: s = v0, lost = +0. Then for v = v1, v2, ... in turn:
//                     t = s + v; lost = lost + ((s - t) + v) if |s| >= |v|, else
//                     lost + ((v - t) + s); s = t. In the end, s + lost
void sum_rows(size_t rows, size_t columns, const float* values, float* left_to_right, float* tree,
              float* compensated);

// integer_division.cu and shifts.cu

// With d = 2^log2_divisor: quotient[i] = a[i] / d and remainder[i] = a[i] % d as C defines them, so
// that quotients are rounded towards zero and -7 = -1 * 4 + -3; and both of b[i], which has no sign.
// log2_divisor is from 0 to 30, and known only when the kernel runs.
void divide_integers(size_t n, int log2_divisor, const int* a, const unsigned* b, int* quotient,
                     int* remainder, unsigned* unsigned_quotient, unsigned* unsigned_remainder);

// sums[i] = the sum of the digits of a[i] to the base d = 2^log2_base: of a % d, a / d % d,
// a / d / d % d, ... until nothing is left. The digits of a negative number are negative.
// log2_base is from 1 to 30.
void digit_sums(size_t n, int log2_base, const int* a, int* sums);

#ifdef __cplusplus
}
#endif
#endif
