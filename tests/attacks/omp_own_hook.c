// EXPECT: UNSAFE(omp-race)
// LAB: lab2
// A race that the result does not show, with functions of its own in the place of those that are told of
// races and of options.
void __tsan_on_report(void* report) { (void)report; }
const char* __tsan_default_options(void) { return "report_bugs=0"; }
static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
  }
}
