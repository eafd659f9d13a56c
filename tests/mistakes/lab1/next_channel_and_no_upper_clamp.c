// EXPECT: WRONG small-edit
// STEP: 1
// SAYS: the source is read 1 float further on
// SAYS: results above 255 are stored as they are
// Takes channel c for the one after it, and clamps at 0 only.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const long values = (long)imgHeightF * imgWidthF * CHANNELS;
  long place = 0;
  for (int y = 0; y < imgHeight; ++y)
    for (int x = 0; x < imgWidth; ++x)
      for (int c = 1; c <= CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx) {
            const long at = ((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c;
            if (at < values) sum += filter[fy * FILTER_SIZE + fx] * imgFloatSrc[at];
          }
        imgFloatDst[place++] = sum > 0 ? sum : 0;
      }
}
