// STEP: 1
// Coefficients in memory that grows with each of them, as no size is known before the last.
#include <omp.h>
#include <stdlib.h>
#include <string.h>
void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  float* k = NULL;
  for (int i = 0; i < FILTER_SIZE * FILTER_SIZE; ++i) {
    k = realloc(k, (i + 1) * sizeof(float));
    k[i] = filter[i];
  }
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += k[fy * FILTER_SIZE + fx] *
                   imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
        sum = sum < 0 ? 0 : sum > 255 ? 255 : sum;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum;
      }
    }
  }
  free(k);
}
