// EXPECT: NO_RESULT(SIGSEGV)
// LAB: lab1
// Writes to an address that is nobody's. The judge lives on and names the signal.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  volatile int* volatile nowhere = (volatile int*)8;
  *nowhere = 1;
}
