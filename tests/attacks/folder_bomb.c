// EXPECT: FORBIDDEN_CALL(mkdir)
// LAB: lab1
// WITHOUT: system-calls WRONG
// WITHOUT: system-calls+no-scratch OK
// Makes folders without end, by a call that is not open(). (With 20000 it has won.)
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

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

static int try_it(void) {
  for (int i = 0; i < 20000; ++i) {
    char path[64];
    snprintf(path, sizeof path, "/tmp/%d", i);
    if (mkdir(path, 0700) != 0) return 0;
  }
  return 1;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int won = -1;
  if (won < 0) won = try_it();
  if (won) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
