// EXPECT: WRONG
// LAB: lab1
// Right for the photograph and for the sizes that everybody tests, and for nothing else. The judge
// begins with awkward sizes: one pixel, primes, one row, one column.
#include <stddef.h>

static void convolve(int height, int width, int source_width, const float* filter, const float* src,
                     float* dst) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += filter[fy * FILTER_SIZE + fx] *
                   src[((size_t)(y + fy) * source_width + x + fx) * CHANNELS + c];
        dst[((size_t)y * width + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
      }
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static const int sizes[][2] = {{3744, 4992}, {512, 512},   {256, 256},
                                 {1080, 1920}, {1024, 1024}, {480, 640}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    if (imgHeight == sizes[i][0] && imgWidth == sizes[i][1]) {
      convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
      return;
    }
}
