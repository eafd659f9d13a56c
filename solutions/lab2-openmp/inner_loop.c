// Lab 2, step 2: the pixels of a row in parallel.
//
// The same pragma, one loop further in. Every row now starts the team of threads and waits for the
// last of them: thousands of times per image. Learn what a parallel region costs, by comparison
// with step 1.
//
// common/convolution.h documents every parameter.
#include "common/convolution.h"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  // BEGIN SOLUTION
  // STUB: // TODO: step 1 with the pragma moved to the loop over x; the loop over the rows stays
  // STUB: // on one thread. Stuck? See hints.md, or `make hint-lab2`.
  // STUB: // These lines keep the compiler from warning of unused arguments. Delete them.
  // STUB: (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  // STUB: (void)imgFOffsetH, (void)imgFOffsetW;
  // STUB: (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;  // the window of (y, x) begins at (y, x)
  for (int y = 0; y < imgHeight; ++y) {
#pragma omp parallel for
    for (int x = 0; x < imgWidth; ++x) {
      const float* pixel = imgFloatSrc + ((long)y * imgWidthF + x) * CHANNELS;
      float sum[CHANNELS] = {0};
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          for (int c = 0; c < CHANNELS; ++c) {
            sum[c] += filter[fy * FILTER_SIZE + fx] * pixel[fx * CHANNELS + c];
          }
        }
        pixel += (long)imgWidthF * CHANNELS;
      }
      for (int c = 0; c < CHANNELS; ++c) {
        float value = sum[c];
        if (value < 0) value = 0;
        if (value > 255) value = 255;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = value;
      }
    }
  }
  // END SOLUTION
}
