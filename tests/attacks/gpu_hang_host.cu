// EXPECT: TIME_LIMIT(cpu) | TIME_LIMIT(wall)
// LAB: lab5
// SECONDS: 5
// The launch function itself never returns. Host code has the limits that it has in every lab.
void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  for (volatile unsigned i = 0;; ++i) {
  }
}
