// EXPECT: WRONG all-zero
// STEP: 1
// SAYS: thread's scale is used before it is set: firstprivate
// Makes a variable private that needs its value from ahead of the loop (firstprivate).

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  float scale = 1;
#pragma omp parallel for private(scale)
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
        sum *= scale;
        if (sum < 0) sum = 0;
        if (sum > 255) sum = 255;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum;
      }
    }
  }
}
