// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show, in a variable that passes for a counter of a profile.
static int rows_done __attribute__((section("__llvm_prf_cnts")));

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
  }
}
