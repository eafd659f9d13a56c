// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show, in a function that the assembler knows by the name of ThreadSanitizer's own.
static void count_row(void) __asm__("tsan.module_ctor");
static int rows_done;

__attribute__((noinline)) static void count_row(void) {
  ++rows_done;  // by all threads at once
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
#include "filter_row.inc"
    count_row();
  }
}
