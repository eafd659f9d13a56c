// EXPECT: BUILD_ERROR(compile) compile-error
// STEP: 1
// SAYS: has to be declared before the pragma
// Names a variable in private() that is declared inside the loop.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for private(sum)
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy) {
          for (int fx = 0; fx < FILTER_SIZE; ++fx) {
            sum += filter[fy * FILTER_SIZE + fx] *
                   imgFloatSrc[((y + fy) * imgWidthF + x + fx) * CHANNELS + c];
          }
        }
        imgFloatDst[(y * imgWidth + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
      }
    }
  }
}
