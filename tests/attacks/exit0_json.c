// EXPECT: NO_RESULT(exit 0)
// LAB: lab1
// Prints what a passed test might print and leaves with exit status 0. Output is shown, never
// parsed, and a worker that leaves before "done" has no result.
#include <stdio.h>
#include <stdlib.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  puts("{\"verdict\": \"OK\", \"score\": 100, \"max_score\": 100, \"passed\": true}");
  puts("PASS");
  exit(0);
}
