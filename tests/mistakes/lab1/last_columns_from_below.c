// EXPECT: WRONG wrong-at-right-edge
// STEP: 1
// SAYS: only in the last
// SAYS: the source is read 1 row further up
// Does what is left of a row when pixels are taken four at a time in a loop of its own, which begins one row
// too high.

static void filter_pixel(int x, int y, long from_y, int imgWidth, int imgWidthF,
                         const float* filter, const float* imgFloatSrc, float* imgFloatDst) {
  for (int c = 0; c < CHANNELS; ++c) {
    float sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        if (from_y + fy >= 0)
          sum += filter[fy * FILTER_SIZE + fx] *
                 imgFloatSrc[((from_y + fy) * imgWidthF + x + fx) * CHANNELS + c];
    imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
  }
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const int whole = imgWidth / 4 * 4;
  for (int y = 0; y < imgHeight; ++y)
    for (int x = 0; x < imgWidth; ++x)
      filter_pixel(x, y, x < whole ? y : y - 1, imgWidth, imgWidthF, filter, imgFloatSrc,
                   imgFloatDst);
}
