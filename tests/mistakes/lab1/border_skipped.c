// EXPECT: WRONG border-skipped
// STEP: 1
// Leaves out the pixels along the edges, as if there were no extension.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  for (int y = 2; y < imgHeight - 2; ++y) {
    for (int x = 2; x < imgWidth - 2; ++x) {
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
