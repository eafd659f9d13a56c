// EXPECT: WRONG small-edit
// STEP: 1
// SAYS: the source is read 1 float further on
// SAYS: mirrored left to right
// Takes two indices for others: channel c for the one after it, and the filter's columns backwards.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const long values = (long)imgHeightF * imgWidthF * CHANNELS;
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy) {
          for (int fx = 0; fx < FILTER_SIZE; ++fx) {
            const long at = ((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c + 1;
            if (at < values)
              sum += filter[fy * FILTER_SIZE + FILTER_SIZE - 1 - fx] * imgFloatSrc[at];
          }
        }
        if (sum < 0) sum = 0;
        if (sum > 255) sum = 255;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum;
      }
    }
  }
}
