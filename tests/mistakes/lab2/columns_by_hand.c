// EXPECT: WRONG tail-skipped
// STEP: 2
// Shares out four strips of columns, and nobody takes the remainder.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  enum { STRIPS = 4 };
  const int columns = imgWidth / STRIPS;
  for (int y = 0; y < imgHeight; ++y) {
#pragma omp parallel for
    for (int strip = 0; strip < STRIPS; ++strip) {
      for (int x = strip * columns; x < (strip + 1) * columns; ++x) {
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
          imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum;
        }
      }
    }
  }
}
