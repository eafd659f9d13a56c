// EXPECT: WRONG not-finite
// STEP: 1
// SAYS: thread's sum is used before it is set: firstprivate
// Sets the sum to 0 before the loop and behind each value, and makes it private: that of each thread begins with
// anything, which need not show where the compiler keeps it in a register.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  float sum = 0;
#pragma omp parallel for private(sum)
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        for (int fy = 0; fy < FILTER_SIZE; ++fy) {
          for (int fx = 0; fx < FILTER_SIZE; ++fx) {
            sum += filter[fy * FILTER_SIZE + fx] *
                   imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
          }
        }
        if (sum < 0) sum = 0;
        if (sum > 255) sum = 255;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum;
        sum = 0;
      }
    }
  }
}
