// EXPECT: WRONG use-after-free
// SAYS: that was already freed
// STEP: 1
// Frees a row before its numbers are copied.
#include <stdlib.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  for (int y = 0; y < imgHeight; ++y) {
    float* row = malloc(imgWidth * CHANNELS * sizeof(float));
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += filter[fy * FILTER_SIZE + fx] *
                   imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
        sum = sum < 0 ? 0 : sum > 255 ? 255 : sum;
        row[x * CHANNELS + c] = sum;
      }
    }
    free(row);
    for (int i = 0; i < imgWidth * CHANNELS; ++i)
      imgFloatDst[(long)y * imgWidth * CHANNELS + i] = row[i];
  }
}
