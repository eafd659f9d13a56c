// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show. A constructor switches Archer off in the environment, ahead of
// OpenMP's runtime; then nobody could tell a race from order.
#define _GNU_SOURCE
#include <stdlib.h>

static int rows_done;

__attribute__((constructor)) static void without_tools(void) {
  setenv("OMP_TOOL", "disabled", 1);
  setenv("OMP_TOOL_LIBRARIES", "/none", 1);
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
  }
}
