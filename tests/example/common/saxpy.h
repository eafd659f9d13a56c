// The function that the saxpy lab asks for. The grader includes this header before your file,
// so a definition with another signature is an error of the compiler, not a mystery later.
#ifndef WARPLAB_COMMON_SAXPY_H
#define WARPLAB_COMMON_SAXPY_H

#ifdef __cplusplus
extern "C" {
#endif

// Multiplies a row by a number and adds another row: result[i] = a * x[i] + y[i].
//
//   n       numbers in each row, from 1 on
//   x, y    the rows; read-only: writing to them is an error
//   result  a row of n numbers, all of which you must write
void saxpy(int n, float a, const float* x, const float* y, float* result);

#ifdef __cplusplus
}
#endif
#endif
