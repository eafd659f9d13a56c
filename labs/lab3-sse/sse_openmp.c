// Lab 3, step 2: SSE on every core.
//
// Learn that the two kinds of parallelism multiply: four channels per instruction, and the rows
// shared out to the threads as in lab 2. Watch how far from the number of cores the gain stays: the
// memory begins to be what everybody waits for.
//
// common/convolution.h documents every parameter.
#include "common/convolution.h"

#include <xmmintrin.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  // TODO: step 1 with the rows shared out to the threads as in lab 2. Which variables
  // must be private? Stuck? See hints.md, or `make hint-lab3`.
  // These lines keep the compiler from warning of unused arguments. Delete them.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW;
  (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
}
