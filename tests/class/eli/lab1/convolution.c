// Never returns.
#include "common/convolution.h"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW;
  (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
  for (volatile unsigned turn = 0;; ++turn) {
  }
}
