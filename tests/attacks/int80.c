// EXPECT: FORBIDDEN_CALL(a 32-bit system call) | NO_RESULT(SIGSEGV)
// LAB: lab1
// WITHOUT: system-calls OK | NO_RESULT(SIGSEGV)
// Calls the kernel the way of 32-bit programs, where the numbers mean other calls than a filter for
// 64 bits believes. Success is an answer. (A kernel without that entry ends it.)
#define _GNU_SOURCE
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

static int try_it(void) {
  long answer = 20; /* getpid */
  __asm__ volatile("int $0x80" : "+a"(answer) : : "memory");
  return answer > 0;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int won = -1;
  if (won < 0) won = try_it();
  if (won) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
