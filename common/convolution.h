// The function that a convolution lab asks for. The grader includes this header before your
// file, so a definition with another signature is an error of the compiler, not a mystery later.
#ifndef WARPLAB_COMMON_CONVOLUTION_H
#define WARPLAB_COMMON_CONVOLUTION_H

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
  CHANNELS = 4                        // R, G, B, A: floats, interleaved, 0..255
};

// Filters an image: dst(y, x, c) = clamp(sum over fy, fx of filter[fy * FILTER_SIZE + fx] *
// src(y+fy, x+fx, c)), with fy and fx from 0 to FILTER_SIZE - 1 and the result clamped to 0..255.
//
//   imgHeight, imgWidth      size of the original image and of the destination, in pixels
//   imgHeightF, imgWidthF    size of the extended source, in pixels
//   imgFOffsetH, imgFOffsetW row and column of the original's top left pixel in the extended source
//   filter                   FILTER_SIZE * FILTER_SIZE coefficients, row by row
//   imgFloatSrc              imgHeightF * imgWidthF pixels of 4 floats; black outside the original;
//                            read-only: writing to it is an error
//   imgFloatDst              imgHeight * imgWidth pixels of 4 floats, all of which you must write
//
// Both images start at a multiple of 16 bytes, one pixel: _mm_load_ps of a whole pixel is safe.
void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst);

#ifdef __cplusplus
}
#endif
#endif
