// EXPECT: WRONG shifted-source
// STEP: 1
// Adds the offset of the original although the window begins at the pixel itself.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy) {
          for (int fx = 0; fx < FILTER_SIZE; ++fx) {
            const int sy = y + imgFOffsetH + fy;
            const int sx = x + imgFOffsetW + fx;
            if (sy >= imgHeightF || sx >= imgWidthF) continue;
            sum += filter[fy * FILTER_SIZE + fx] *
                   imgFloatSrc[((long)sy * imgWidthF + sx) * CHANNELS + c];
          }
        }
        if (sum < 0) sum = 0;
        if (sum > 255) sum = 255;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum;
      }
    }
  }
}
