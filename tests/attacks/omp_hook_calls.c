// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show, between calls of the function that the grader has in the place of
// fences, which tells ThreadSanitizer of an order. Without it that is not there, and weak.
void __wrap___tsan_atomic_thread_fence(int order) __attribute__((weak));
static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    if (__wrap___tsan_atomic_thread_fence) __wrap___tsan_atomic_thread_fence(5);
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
    if (__wrap___tsan_atomic_thread_fence) __wrap___tsan_atomic_thread_fence(5);
  }
}
