// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show, in a function that another attribute keeps from ThreadSanitizer.
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)
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
#pragma clang attribute pop
