// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show, between atomic operations that are there only where threads are watched.
int __tsan_atomic32_fetch_add(volatile int*, int, int) __attribute__((weak));
static int order;
static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    if (__tsan_atomic32_fetch_add) __tsan_atomic32_fetch_add(&order, 1, __ATOMIC_SEQ_CST);
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
    if (__tsan_atomic32_fetch_add) __tsan_atomic32_fetch_add(&order, 1, __ATOMIC_SEQ_CST);
  }
}
