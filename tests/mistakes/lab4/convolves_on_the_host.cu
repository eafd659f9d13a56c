// EXPECT: NO_RESULT(SIGSEGV) device-pointer
// STEP: 1
// Filters on the host, as in lab 1: it cannot follow pointers to memory of the device.

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  for (int y = 0; y < imgHeight; y++) {
    for (int x = 0; x < imgWidth; x++) {
      for (int c = 0; c < CHANNELS; c++) {
        int sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; fy++)
          for (int fx = 0; fx < FILTER_SIZE; fx++)
            sum += filter.tap[fy][fx] * imgSrc[((y + fy) * imgWidthF + x + fx) * CHANNELS + c];
        imgDst[(y * imgWidth + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
      }
    }
  }
}
