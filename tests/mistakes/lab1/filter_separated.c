// EXPECT: WRONG filter-separated
// STEP: 1
// SAYS: the product of a column and a row
// Takes the filter for a product of its first row and its first column.
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
    for (int k = 24; k >= 0; --k) total += filter[k / 5 * 5] * filter[k % 5] / filter[0] * pick(imgFloatSrc, imgWidthF, y + k / 5, x + k % 5, i % 4);
    imgFloatDst[i] = limit(total);
  }
}
