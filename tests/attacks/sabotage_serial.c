// EXPECT: OK
// LAB: lab1
// Leaves a thread behind that burns memory bandwidth between its own calls, while the baseline that
// it is compared with runs. It is frozen then. The result is right.
//
// For the test: between its calls it gets no processor time at all (tests/behaviour/freeze_test.cpp).
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
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

static atomic_int in_call;

static void* burn(void* unused) {
  enum { BYTES = 32 << 20 };
  char* volatile memory = malloc(BYTES);
  if (!memory) return unused;
  for (int turn = 0;; ++turn) {
    while (atomic_load(&in_call)) usleep(100);
    for (size_t at = 0; at < BYTES && !atomic_load(&in_call); at += 65536)
      memset(memory + at, turn, 65536);
  }
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int started;
  atomic_store(&in_call, 1);
  pthread_t thread;
  if (!started++ && pthread_create(&thread, NULL, burn, NULL) == 0) pthread_detach(thread);
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
  atomic_store(&in_call, 0);
}
