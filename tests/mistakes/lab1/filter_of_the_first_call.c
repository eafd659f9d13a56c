// EXPECT: WRONG stale-filter
// STEP: 1
// SAYS: the filter that of an earlier
// Turns the filter into an array of its own in the first call, and takes that for all others.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static float taps[FILTER_SIZE][FILTER_SIZE];
  static int ready = 0;
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  if (!ready) {
    for (int k = 0; k < FILTER_SIZE * FILTER_SIZE; ++k)
      taps[k / FILTER_SIZE][k % FILTER_SIZE] = filter[k];
    ready = 1;
  }
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += taps[fy][fx] * imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
        if (sum < 0) sum = 0;
        if (sum > 255) sum = 255;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum;
      }
    }
  }
}
