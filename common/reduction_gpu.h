// The functions that a reduction lab for the GPU asks for. The grader includes this header before
// your file, so a definition with another signature is an error of the compiler, not a mystery
// later.
#ifndef WARPLAB_COMMON_REDUCTION_GPU_H
#define WARPLAB_COMMON_REDUCTION_GPU_H

#include <cstddef>

#include "common/cuda_check.h"

#ifdef __cplusplus
extern "C" {
#endif

// Adds up numbers on the GPU: *sum = values[0] + values[1] + ... + values[n - 1].
//
//   values   n numbers; their first byte is at a multiple of 256; read-only: writing to them is an
//            error
//   n        how many, from 0 (the sum is 0 then) to 2^30: count in size_t, not in int
//   scratch  n / 32 + 1024 numbers of room for partial sums; what it holds at first is not defined
//   sum      one number, which you must write
//
// This is host code: it launches your kernels. The three pointers are device memory, which only
// kernels can read and write. The numbers are on the device already, and the sum stays there: copy
// nothing to the host and back. The function may return before its kernels have ended.
//
// reduce_int() wraps around as int arithmetic of the GPU does: the sum is exact modulo 2^32, in
// whatever order you add. reduce_float() rounds at each addition, so its sum depends on the order.
// All orders are fine in which no number goes through more than 2 log2(n) + n / 4096 additions: the
// sum may be off by that many times 2^-24 of the sum of all |values[i]|.
void reduce_int(const int* values, size_t n, int* scratch, int* sum);
void reduce_float(const float* values, size_t n, float* scratch, float* sum);

#ifdef __cplusplus
}
#endif
#endif
