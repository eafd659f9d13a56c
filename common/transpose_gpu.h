// The functions that the transpose lab asks for. The grader includes this header before your
// file, so a definition with another signature is an error of the compiler, not a mystery later.
#ifndef WARPLAB_COMMON_TRANSPOSE_GPU_H
#define WARPLAB_COMMON_TRANSPOSE_GPU_H

#include <cstddef>

#include "common/cuda_check.h"

#ifdef __cplusplus
extern "C" {
#endif

// All four functions are host code: they launch your kernels. Pointers are device memory, which
// only kernels can read and write; what they point to begins at a multiple of 256 bytes. `src` and
// `other` are read-only: writing to them is an error. The numbers are on the device already, and
// the result stays there: copy nothing to the host and back. A function may return before its
// kernels have ended. Results are compared bit by bit.

// Adds two matrices: dst(y, x) = src(y, x) + other(y, x). In all three, element (y, x) is number
// y * pitch + x.
//
//   width   elements of a row, from 1 to 500000
//   height  rows, from 1 to 500000
//   pitch   elements from the beginning of a row to that of the next, at least `width`. What lies
//           between is no part of the matrix: do not write there, in dst either.
//
// width * height, and pitch * height, may be more than an int can hold.
void add_matrices(int width, int height, int pitch, const float* src, const float* other,
                  float* dst);

// A place in space, 12 bytes, like CUDA's float3.
typedef struct {
  float x, y, z;
} Point;

// Adds points, component by component: dst[i] = src[i] + other[i] for i from 0 to count - 1.
//
//   count  how many, from 1 to 2^30
void add_points(size_t count, const Point* src, const Point* other, Point* dst);

// Adds two rows of numbers: dst[i] = src[i] + other[i] for i from 0 to count - 1.
//
//   count  how many, from 1 to 2^30; need not be a multiple of anything
void add_vectors(size_t count, const float* src, const float* other, float* dst);

// Transposes a matrix: rows become columns, dst[c * rows + r] = src[r * columns + c].
//
//   rows, columns  of src, each from 1 to 500000; dst has `columns` rows of `rows` elements. Rows
//                  follow each other without a gap. rows * columns may be more than an int can
//                  hold.
//   src, dst       do not overlap
void transpose(int rows, int columns, const float* src, float* dst);

#ifdef __cplusplus
}
#endif
#endif
