// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show, in lines that say they are of other files.
#line 1 "elsewhere.c"
int rows(int height) { return height; }
#line 1 "far_away.c"
static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < rows(imgHeight); ++y) {
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
  }
}
