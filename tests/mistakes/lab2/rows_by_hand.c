// EXPECT: WRONG missing-last-row
// STEP: 1
// Divides the rows among the threads by hand, and nobody takes the remainder.

#include <omp.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel
  {
    const int rows = imgHeight / omp_get_num_threads();
    const int first = omp_get_thread_num() * rows;
    for (int y = first; y < first + rows; ++y) {
      for (int x = 0; x < imgWidth; ++x) {
        for (int c = 0; c < CHANNELS; ++c) {
          float sum = 0;
          for (int fy = 0; fy < FILTER_SIZE; ++fy) {
            for (int fx = 0; fx < FILTER_SIZE; ++fx) {
              sum += filter[fy * FILTER_SIZE + fx] *
                     imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
            }
          }
          if (sum < 0) sum = 0;
          if (sum > 255) sum = 255;
          imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum;
        }
      }
    }
  }
}
