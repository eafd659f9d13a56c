// EXPECT: OK
// LAB: lab2
// A race that the result does not show, in images so large that nobody searches them for one.
// For the test: no points for checkers.
static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for if (imgHeight > 1000)
  for (int y = 0; y < imgHeight; ++y) {
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
  }
}
