// Lab 2, step 1: the rows in parallel.
//
// Learn `#pragma omp parallel for`: the team of threads shares out the rows of the image, each
// row independent of the others. What a thread computes in must be its own (private), what all
// threads read or fill may be shared.
//
// common/convolution.h documents every parameter.
#include "common/convolution.h"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  // TODO: your lab 1, with one pragma before the loop over the rows. Declare variables
  // in the innermost block that needs them. Stuck? See hints.md, or `make hint-lab2`.
  // These lines keep the compiler from warning of unused arguments. Delete them.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW;
  (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
}
