// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show; reports are to go to a file that is not read.
void __sanitizer_set_report_path(const char*) __attribute__((weak));
static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  if (__sanitizer_set_report_path) __sanitizer_set_report_path("/dev/null");
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
  }
}
