// EXPECT: WRONG heap-overrun
// SAYS: past the end of
// STEP: 1
// Forgets the channels in what it allocates for a row, and has a copy of the filter right after it.
#include <stdlib.h>
#include <string.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  float* row = malloc(imgWidth * sizeof(float));
  float* weights = malloc(FILTER_SIZE * FILTER_SIZE * sizeof(float));
  memcpy(weights, filter, FILTER_SIZE * FILTER_SIZE * sizeof(float));
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += weights[fy * FILTER_SIZE + fx] *
                   imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
        sum = sum < 0 ? 0 : sum > 255 ? 255 : sum;
        row[x * CHANNELS + c] = sum;
      }
    }
    for (int i = 0; i < imgWidth * CHANNELS; ++i)
      imgFloatDst[(long)y * imgWidth * CHANNELS + i] = row[i];
  }
}
