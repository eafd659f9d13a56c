// Lab 3, step 2: SSE on every core.
//
// Learn that the two kinds of parallelism multiply: four channels per instruction, and the rows
// shared out to the threads as in lab 2. Watch how far from the number of cores the gain stays: the
// memory begins to be what everybody waits for.
//
// common/convolution.h documents every parameter.
#include "common/convolution.h"

#include <xmmintrin.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  // BEGIN SOLUTION
  // STUB: // TODO: step 1 with the rows shared out to the threads as in lab 2. Which variables
  // STUB: // must be private? Stuck? See hints.md, or `make hint-lab3`.
  // STUB: // These lines keep the compiler from warning of unused arguments. Delete them.
  // STUB: (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  // STUB: (void)imgFOffsetH, (void)imgFOffsetW;
  // STUB: (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;  // the window of (y, x) begins at (y, x)
  const __m128 black = _mm_setzero_ps();
  const __m128 white = _mm_set1_ps(255);
  __m128 coefficients[FILTER_SIZE * FILTER_SIZE];  // each one four times: once a channel
  for (int i = 0; i < FILTER_SIZE * FILTER_SIZE; ++i) coefficients[i] = _mm_set1_ps(filter[i]);

#pragma omp parallel for schedule(dynamic, 16)
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
