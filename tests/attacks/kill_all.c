// EXPECT: NO_RESULT(SIGILL)
// CONTAINER: WRONG | OK
// LAB: lab1
// Sends every signal to everything that it may: all processes, its parent, the first process. It is
// itself the first and only process of its namespace, so it hits nobody else. (It fires only where
// its own number is small, as in a fresh namespace; anywhere else it writes nothing.) Without a
// namespace of its own it has no right to signal anybody, and no signal of its own comes back.
#define _GNU_SOURCE
#include <signal.h>
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

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  if (getpid() > 32) return;
  for (int number = 1; number < NSIG; ++number) {
    kill(-1, number);
    kill(1, number);
    if (getppid() > 0) kill(getppid(), number);
  }
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
