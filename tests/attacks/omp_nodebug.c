// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show, below more calls than a report has of functions whose lines no debugger knows.
#pragma GCC diagnostic ignored "-Wattributes"
static int rows_done;

__attribute__((nodebug, noinline)) static void count_row(int calls) {
  if (calls > 0)
    count_row(calls - 1);
  else
    ++rows_done;  // by all threads at once
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
#include "filter_row.inc"
    count_row(14);
  }
}
