// Lab 1: the 5x5 filter in plain C.
//
// Learn how an image lies in memory (row after row, pixel after pixel, the four floats of a pixel
// side by side), the loop order that walks it from front to back, and why a result has to be
// clamped to 0..255 before it can become a picture again.
//
// common/convolution.h documents every parameter.
#include "common/convolution.h"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  // BEGIN SOLUTION
  // STUB: // TODO: fill imgFloatDst: for each row, pixel and channel the sum over the FILTER_SIZE x
  // STUB: // FILTER_SIZE window, clamped to 0..255. Stuck? See hints.md, or `make hint-lab1`.
  // STUB: // These lines keep the compiler from warning of unused arguments. Delete them.
  // STUB: (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  // STUB: (void)imgFOffsetH, (void)imgFOffsetW;
  // STUB: (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;  // the window of (y, x) begins at (y, x)
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      const float* pixel = imgFloatSrc + ((long)y * imgWidthF + x) * CHANNELS;
      float sum[CHANNELS] = {0};
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          for (int c = 0; c < CHANNELS; ++c) {
            sum[c] += filter[fy * FILTER_SIZE + fx] * pixel[fx * CHANNELS + c];
          }
        }
        pixel += (long)imgWidthF * CHANNELS;  // the same column, one row down
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
