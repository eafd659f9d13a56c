// Lab 2, step 2: the pixels of a row in parallel.
//
// The same pragma, one loop further in. Every row now starts the team of threads and waits for the
// last of them: thousands of times per image. Learn what a parallel region costs, by comparison
// with step 1.
//
// common/convolution.h documents every parameter.
#include "common/convolution.h"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  // TODO: step 1 with the pragma moved to the loop over x; the loop over the rows stays
  // on one thread. Stuck? See hints.md, or `make hint-lab2`.
  // These lines keep the compiler from warning of unused arguments. Delete them.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW;
  (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
}
