// Lab 2, step 3: the window in parallel.
//
// The pragma on the loop over the window's rows: a team is started for five turns of work, once per
// pixel. All threads add to the same sums, which needs a reduction to be right. Learn reductions,
// and why the outermost loop is the one to share out: this is far slower than one thread, so the
// grader runs it on small images only.
//
// common/convolution.h documents every parameter.
#include "common/convolution.h"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  // TODO: lab 1 with `#pragma omp parallel for` on the loop over fy. All threads add to
  // the same sums: which clause makes that right? See hints.md, or `make hint-lab2`.
  // These lines keep the compiler from warning of unused arguments. Delete them.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW;
  (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
}
