// EXPECT: WRONG wrong-source-stride
// STEP: 1
// SAYS: seem to be taken 20 pixels apart
// Has the length of a row written into the program, for all images that are not narrower.
static float pick(const float* image, long row, long y, long x, int c) {
  return image[(y * row + x) * 4 + c];
}

static float limit(float v) { return v > 255 ? 255 : v < 0 ? 0 : v; }

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  for (long i = 0; i < (long)imgHeight * imgWidth * 4; ++i) {
    const long y = i / 4 / imgWidth, x = i / 4 % imgWidth;
    float total = 0;
    const long row = imgWidthF < 20 ? imgWidthF : 20;
    for (int k = 24; k >= 0; --k) total += filter[k] * pick(imgFloatSrc, row, y + k / 5, x + k % 5, i % 4);
    imgFloatDst[i] = limit(total);
  }
}
