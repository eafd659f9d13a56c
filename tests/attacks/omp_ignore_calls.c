// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show, between calls that tell ThreadSanitizer to look away. Without it
// they are not there, and weak.
void __tsan_ignore_thread_begin(void) __attribute__((weak));
void __tsan_ignore_thread_end(void) __attribute__((weak));
static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    if (__tsan_ignore_thread_begin) __tsan_ignore_thread_begin();
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
    if (__tsan_ignore_thread_end) __tsan_ignore_thread_end();
  }
}
