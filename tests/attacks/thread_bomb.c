// EXPECT: PROCESS_LIMIT
// LAB: lab1
// Starts threads until no more can be had, then stays at the limit and tries on. (400 at most: with
// so many it has won, and computes.)
#include <limits.h>
#include <pthread.h>
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

static void* stay(void* unused) {
  for (;;) pause();
  return unused;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int threads;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 65536);
  while (threads < 400) {
    pthread_t thread;
    if (pthread_create(&thread, &attributes, stay, NULL) == 0)
      ++threads;
    else
      usleep(1000);
  }
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
