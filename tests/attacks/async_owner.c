// EXPECT: FORBIDDEN_CALL(fcntl)
// LAB: lab1
// WITHOUT: system-calls OK
// Makes itself the owner of a descriptor and has it send signals. Success is that both calls come
// through.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

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
  return fcntl(0, F_SETOWN, getpid()) == 0 && fcntl(0, F_SETFL, O_ASYNC) == 0;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int won = -1;
  if (won < 0) won = try_it();
  if (won) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
