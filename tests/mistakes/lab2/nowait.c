// EXPECT: UNSAFE(omp-race) omp-race
// STEP: 1
// Clamps in a second loop, shared out otherwise, without waiting for the first.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel
  {
#pragma omp for nowait
    for (int y = 0; y < imgHeight; ++y) {
      for (int x = 0; x < imgWidth; ++x) {
        for (int c = 0; c < CHANNELS; ++c) {
          float sum = 0;
          for (int fy = 0; fy < FILTER_SIZE; ++fy) {
            for (int fx = 0; fx < FILTER_SIZE; ++fx) {
              sum += filter[fy * FILTER_SIZE + fx] *
                     imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
            }
          }
          imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum;
        }
      }
    }
#pragma omp for schedule(dynamic)
    for (int x = 0; x < imgWidth; ++x) {
      for (int y = 0; y < imgHeight; ++y) {
        float* pixel = imgFloatDst + ((long)y * imgWidth + x) * CHANNELS;
        for (int c = 0; c < CHANNELS; ++c) {
          if (pixel[c] < 0) pixel[c] = 0;
          if (pixel[c] > 255) pixel[c] = 255;
        }
      }
    }
  }
}
