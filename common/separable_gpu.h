// The functions that the lab of streamed tiling asks for. The grader includes this header before
// your file, so a definition with another signature is an error of the compiler, not a mystery
// later.
#ifndef WARPLAB_COMMON_SEPARABLE_GPU_H
#define WARPLAB_COMMON_SEPARABLE_GPU_H

#include <cstddef>
#include <cstring>

#include "common/cuda_check.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  MAX_RADIUS = 80  // of a filter, which has 2 * radius + 1 coefficients
};

// What a GPU has. Sizes are in bytes.
typedef struct {
  int major, minor;                // compute capability
  int multiprocessors;             // SMs
  int threads_per_multiprocessor;  // at most, at a time
  int threads_per_block;           // at most
  int threads_per_warp;
  int copy_engines;  // that copy while kernels run: 2 or more copy in both directions at once
  size_t shared_per_block;
  size_t shared_per_multiprocessor;
  size_t constant_memory;
  size_t l2_cache;
  size_t memory;  // of the whole device
} Machine;

// Asks the CUDA runtime what device 0 has.
void query_machine(Machine* machine);

// Memory of the host for an image (the source, then the result). What it is made with decides how
// fast it is copied. The grader fills the source in before it calls filter_image().
void* allocate_image(size_t bytes);
void free_image(void* image);

// Filters an image with the same filter in x and in y:
//
//   dst(y, x) = sum over j of filter[j] * (sum over i of filter[i] * src(y + j, x + i))
//
// with i and j from 0 to 2 * radius.
//
//   width, height  of the image and of the result, in pixels
//   radius         of the filter, 1 to MAX_RADIUS
//   filter         2 * radius + 1 coefficients, on the host
//   src            the image, extended by `radius` pixels on every side: height + 2 * radius rows
//                  of width + 2 * radius pixels, on the host (allocate_image()); read-only
//   dst            height rows of width pixels, on the host (allocate_image()), all of which you
//                  must write
//
// This is host code: it allocates device memory, copies, launches kernels, and returns when the
// result is in dst. It never looks at pixels itself: images are only to be copied (cudaMemcpy,
// memcpy). cudaMemGetInfo() says how much device memory there is. It may be too little for the
// images, but always is enough for three strips of one row each, with all that filtering one takes:
// 2 * radius + 1 rows of width + 2 * radius pixels, as many of width, and a row of the result.
void filter_image(int width, int height, int radius, const double* filter, const double* src,
                  double* dst);

#ifdef __cplusplus
}
#endif
#endif
