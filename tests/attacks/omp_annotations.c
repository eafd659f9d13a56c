// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show, annotated as if one thread's rows came before the next one's.
void AnnotateHappensBefore(const char*, int, const volatile void*) __attribute__((weak));
void AnnotateHappensAfter(const char*, int, const volatile void*) __attribute__((weak));
static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    if (AnnotateHappensAfter) AnnotateHappensAfter(__FILE__, __LINE__, &rows_done);
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
    if (AnnotateHappensBefore) AnnotateHappensBefore(__FILE__, __LINE__, &rows_done);
  }
}
