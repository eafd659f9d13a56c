// EXPECT: UNSAFE(omp-race) omp-race
// STEP: 1
// Keeps the four sums of a pixel in an array that all threads share.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  float sum[CHANNELS];
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) sum[c] = 0;
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          for (int c = 0; c < CHANNELS; ++c) {
            sum[c] += filter[fy * FILTER_SIZE + fx] *
                      imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
          }
        }
      }
      for (int c = 0; c < CHANNELS; ++c) {
        if (sum[c] < 0) sum[c] = 0;
        if (sum[c] > 255) sum[c] = 255;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum[c];
      }
    }
  }
}
