// EXPECT: UNSAFE(omp-race)
// LAB: lab2
// A race that the result does not show, in images of more than 40 rows only. The smallest are lower.
static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for if (imgHeight > 40)
  for (int y = 0; y < imgHeight; ++y) {
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
  }
}
