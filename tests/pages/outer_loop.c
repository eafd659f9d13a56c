// Lab 2, step 1: the rows in parallel.
#include "common/convolution.h"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for schedule(dynamic, 16)
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      const float* pixel = imgFloatSrc + ((long)y * imgWidthF + x) * CHANNELS;
      float sum[CHANNELS] = {0};
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        for (int fx = 0; fx < FILTER_SIZE; ++fx)
          for (int c = 0; c < CHANNELS; ++c)
            sum[c] += filter[fy * FILTER_SIZE + fx] * pixel[fx * CHANNELS + c];
        pixel += (long)imgWidthF * CHANNELS;
      }
      for (int c = 0; c < CHANNELS; ++c) {
        float value = sum[c];
        if (value < 0) value = 0;
        if (value > 255) value = 255;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = value;
      }
    }
  }
}
