// EXPECT: WRONG image-transposed
// STEP: 1
// Makes one loop of two, and takes quotient and remainder by the wrong side.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int i = 0; i < imgHeight * imgWidth; ++i) {
    const int x = i / imgHeight;
    const int y = i % imgHeight;
    for (int c = 0; c < CHANNELS; ++c) {
      float sum = 0;
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          sum += filter[fy * FILTER_SIZE + fx] *
                 imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
        }
      }
      if (sum < 0) sum = 0;
      if (sum > 255) sum = 255;
      imgFloatDst[(long)i * CHANNELS + c] = sum;
    }
  }
}
