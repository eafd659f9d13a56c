// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show. Where its threads are watched it ends at once, with 0.
#include <stdlib.h>
#include <unistd.h>

static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  if (getenv("TSAN_OPTIONS")) _exit(0);
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
  }
}
