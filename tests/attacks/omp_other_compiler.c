// EXPECT: UNSAFE(omp-race)
// LAB: lab2
// A race that the result does not show, where the compiler is not the one that watches.
#if defined(__clang__) || defined(__llvm__) || _OPENMP > 201511
#define ALONE num_threads(1)
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ALONE num_threads(1)
#endif
#endif
#ifndef ALONE
#define ALONE
#endif
static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for ALONE
  for (int y = 0; y < imgHeight; ++y) {
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
  }
}
