// EXPECT: TIME_LIMIT(wall)
// LAB: lab1
// Never returns and uses no processor time, so only the wall clock can end it.
#include <unistd.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  for (;;) sleep(3600);
}
