// EXPECT: OUTPUT_LIMIT
// LAB: lab1
// Prints without end. The pipe is read up to the limit, kept that far and shown; then the run ends.
#include <stdio.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  for (;;) printf("All work and no play makes a dull submission.\n");
}
