// EXPECT: TIME_LIMIT(wall) | TIME_LIMIT(cpu)
// LAB: lab1
// Never returns and uses a core all the while. Which limit comes first is the scheduler's choice.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  for (volatile unsigned turn = 0;; ++turn) {
  }
}
