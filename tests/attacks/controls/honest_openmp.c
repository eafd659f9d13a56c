// EXPECT: OK
// LAB: lab2
// The plain loop nest with its rows shared out among threads, which stay alive between calls: the
// freeze and the limit on tasks must suit them.
#include <stddef.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y)
    for (int x = 0; x < imgWidth; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += filter[fy * FILTER_SIZE + fx] *
                   imgFloatSrc[((size_t)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
        imgFloatDst[((size_t)y * imgWidth + x) * CHANNELS + c] = sum < 0     ? 0
                                                                 : sum > 255 ? 255
                                                                             : sum;
      }
}
