// EXPECT: WRONG
// LAB: lab1
// Accumulates in half precision, whose steps are 4 units wide at the size of these sums. The
// tolerance leaves room for the order of float additions, not for another number format.
#include <stddef.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  for (int y = 0; y < imgHeight; ++y)
    for (int x = 0; x < imgWidth; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        _Float16 sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += (_Float16)(filter[fy * FILTER_SIZE + fx] *
                              imgFloatSrc[((size_t)(y + fy) * imgWidthF + x + fx) * CHANNELS + c]);
        float value = sum;
        imgFloatDst[((size_t)y * imgWidth + x) * CHANNELS + c] = value < 0     ? 0
                                                                 : value > 255 ? 255
                                                                               : value;
      }
}
