// EXPECT: WRONG wrong-window-row
// STEP: 1
// SAYS: rows 0 to 3 of the window seem to end at the source's row 3
// Keeps pointers to the window's rows in a ring of its own and hands on one too few of them.

#include <string.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const float* rows[FILTER_SIZE];
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    rows[fy] = imgFloatSrc + (long)fy * imgWidthF * CHANNELS;
  for (int y = 0; y < imgHeight; ++y) {
    float* to = imgFloatDst + (long)y * imgWidth * CHANNELS;
    for (int at = 0; at < imgWidth * CHANNELS; ++at) {
      float sum = 0;
      for (int tap = 0; tap < FILTER_SIZE * FILTER_SIZE; ++tap)
        sum += filter[tap] * rows[tap / FILTER_SIZE][at + tap % FILTER_SIZE * CHANNELS];
      to[at] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
    }
    memmove(rows, rows + 1, (FILTER_SIZE - 2) * sizeof rows[0]);
    rows[FILTER_SIZE - 1] += (long)imgWidthF * CHANNELS;
  }
}
