// Lab 3, step 1: one pixel, one register.
//
// Learn SSE intrinsics: the four floats of a pixel fill an XMM register, so that one instruction
// does what took a loop over the channels, and the clamp becomes a minimum and a maximum, without
// a branch to mispredict. Runs on one thread.
//
// common/convolution.h documents every parameter.
#include "common/convolution.h"

#include <xmmintrin.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  // BEGIN SOLUTION
  // STUB: // TODO: your lab 1 with one __m128 for the sums of all four channels of a pixel, and
  // STUB: // _mm_min_ps and _mm_max_ps for the clamp. Stuck? See hints.md, or `make hint-lab3`.
  // STUB: // These lines keep the compiler from warning of unused arguments. Delete them.
  // STUB: (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  // STUB: (void)imgFOffsetH, (void)imgFOffsetW;
  // STUB: (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;  // the window of (y, x) begins at (y, x)
  const __m128 black = _mm_setzero_ps();
  const __m128 white = _mm_set1_ps(255);
  __m128 coefficients[FILTER_SIZE * FILTER_SIZE];  // each one four times: once a channel
  for (int i = 0; i < FILTER_SIZE * FILTER_SIZE; ++i) coefficients[i] = _mm_set1_ps(filter[i]);

  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      const float* pixel = imgFloatSrc + ((long)y * imgWidthF + x) * CHANNELS;
      __m128 sum = _mm_setzero_ps();
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          const __m128 product =
              _mm_mul_ps(coefficients[fy * FILTER_SIZE + fx], _mm_load_ps(pixel + fx * CHANNELS));
          sum = _mm_add_ps(sum, product);
        }
        pixel += (long)imgWidthF * CHANNELS;  // the same column, one row down
      }
      sum = _mm_min_ps(_mm_max_ps(sum, black), white);
      _mm_store_ps(imgFloatDst + ((long)y * imgWidth + x) * CHANNELS, sum);
    }
  }
  // END SOLUTION
}
