// EXPECT: WRONG border-mirrored
// STEP: 1
// Mirrors the image at its edges, though it is extended already.

static int inside(int i, int n) {
  if (i < 0) i = -i;
  if (i >= n) i = 2 * (n - 1) - i;
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF;
  for (int y = 0; y < imgHeight; ++y)
    for (int x = 0; x < imgWidth; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx) {
            const int row = inside(y + fy - imgFOffsetH, imgHeight) + imgFOffsetH;
            const int column = inside(x + fx - imgFOffsetW, imgWidth) + imgFOffsetW;
            sum += filter[fy * FILTER_SIZE + fx] *
                   imgFloatSrc[((long)row * imgWidthF + column) * CHANNELS + c];
          }
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
      }
}
