// EXPECT: UNSAFE(omp-race) omp-race
// STEP: 2
// Gathers the window in an array that all threads share.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  float window[FILTER_SIZE * FILTER_SIZE];
  for (int y = 0; y < imgHeight; ++y) {
#pragma omp parallel for
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        for (int fy = 0; fy < FILTER_SIZE; ++fy) {
          for (int fx = 0; fx < FILTER_SIZE; ++fx) {
            window[fy * FILTER_SIZE + fx] =
                imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
          }
        }
        float sum = 0;
        for (int k = 0; k < FILTER_SIZE * FILTER_SIZE; ++k) sum += filter[k] * window[k];
        if (sum < 0) sum = 0;
        if (sum > 255) sum = 255;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum;
      }
    }
  }
}
