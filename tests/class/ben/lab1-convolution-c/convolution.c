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
  // TODO: fill imgFloatDst: for each row, pixel and channel the sum over the FILTER_SIZE x
  // FILTER_SIZE window, clamped to 0..255. Stuck? See hints.md, or `make hint-lab1`.
  // These lines keep the compiler from warning of unused arguments. Delete them.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW;
  (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
}
