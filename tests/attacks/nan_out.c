// EXPECT: WRONG
// LAB: lab1
// Fills the destination with NaN, which passes a comparison written as `difference > tolerance`.
// The comparison asks for `difference <= tolerance` instead.
#include <math.h>
#include <stddef.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  for (size_t i = 0; i < (size_t)imgHeight * imgWidth * CHANNELS; ++i) imgFloatDst[i] = NAN;
}
