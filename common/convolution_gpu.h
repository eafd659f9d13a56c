// The function that a convolution lab for the GPU asks for. The grader includes this header ahead
// of your file, so a definition with another signature is an error of the compiler, not a mystery
// later.
#ifndef WARPLAB_COMMON_CONVOLUTION_GPU_H
#define WARPLAB_COMMON_CONVOLUTION_GPU_H

#include "common/cuda_check.h"

#ifdef __cplusplus
extern "C" {
#endif

// A lab with a filter of another size says so, and the grader defines this.
#ifndef WARPLAB_FILTER_SIZE
#define WARPLAB_FILTER_SIZE 5
#endif

enum {
  FILTER_SIZE = WARPLAB_FILTER_SIZE,  // the window is FILTER_SIZE x FILTER_SIZE pixels, here 5 x 5
  FILTER_RADIUS = FILTER_SIZE / 2,    // pixels that the image is extended by on every side: 2
  CHANNELS = 3                        // R, G, B: bytes, interleaved
};

// The coefficients of a filter. Small enough to be handed to a kernel by value: it then reads them
// from the memory of its parameters, which is as fast as registers where all threads read the same
// one.
typedef struct {
  int tap[FILTER_SIZE][FILTER_SIZE];  // [fy][fx]
} Filter;

// Filters an image on the GPU: dst(y, x, c) = clamp(sum over fy, fx of filter.tap[fy][fx] *
// src(y+fy, x+fx, c)), with fy and fx from 0 to FILTER_SIZE - 1 and the result clamped to 0..255.
// All numbers are whole, so the result is exact.
//
//   imgHeight, imgWidth      size of the original image and of the destination, in pixels
//   imgHeightF, imgWidthF    size of the extended source, in pixels
//   imgFOffsetH, imgFOffsetW row and column of the original's top left pixel in the extended source
//   filter                   the coefficients, whole numbers from -1000 to 1000
//   imgSrc                   imgHeightF * imgWidthF pixels of 3 bytes; black outside the original;
//                            read-only: writing to it is an error
//   imgDst                   imgHeight * imgWidth pixels of 3 bytes, all of which you must write
//
// This is host code: it launches your kernels. The numbers it is given lie on the host, but the
// two pointers are device memory, which only kernels can read and write. They are on the device
// already, and results stay there: copy nothing to the host and back. The function may return
// before its kernels have ended.
//
// An image may have more bytes than an int can count: compute places in size_t, from the first factor
// on.
//
// A row of pixels has no padding, so that most rows and pixels begin at odd addresses: only the two
// images' first bytes are at a multiple of 256.
void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst);

#ifdef __cplusplus
}
#endif
#endif
