// EXPECT: FORBIDDEN_CALL(mmap)
// LAB: lab1
// SECONDS: 10
// WITHOUT: system-calls OK | MEMORY_LIMIT
// Fills shared anonymous memory and takes it out of its page tables: it is in no figure of the
// process then, and the machine holds it all the same. Only a control group counts it. (1 GiB,
// twice the limit: with so much it has won.)
#define _GNU_SOURCE
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

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
  enum { PIECE = 64 << 20, PIECES = 16 };
  for (int i = 0; i < PIECES; ++i) {
    char* piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED) return 0;
    memset(piece, 1, PIECE);
    madvise(piece, PIECE, MADV_DONTNEED);
  }
  return 1;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int won = -1;
  if (won < 0) won = try_it();
  if (won) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
