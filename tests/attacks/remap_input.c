// EXPECT: NO_RESULT(SIGBUS)
// LAB: lab1
// Duplicates the mapping of the output and makes it a gigabyte long. The memory behind it has a
// size that is sealed: the first page beyond ends the program.
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
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

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  const size_t bytes = (size_t)1 << 30;
  void* first = (void*)((uintptr_t)imgFloatDst & ~(uintptr_t)4095);
  char* longer = mremap(first, 0, bytes, MREMAP_MAYMOVE);
  if (longer == MAP_FAILED) return;
  memset(longer, 1, bytes);
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
