// EXPECT: FORBIDDEN_CALL(mmap)
// LAB: lab1
// WITHOUT: system-calls OK
// Asks for shared anonymous memory and names the input beside it, which the kernel ignores and a
// careless filter looks at. Success is that the mapping is there.
#define _GNU_SOURCE
#include <stddef.h>
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
  int flags = MAP_SHARED | MAP_ANONYMOUS;
  return mmap(NULL, 4096, PROT_READ | PROT_WRITE, flags, 4, 0) != MAP_FAILED;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int won = -1;
  if (won < 0) won = try_it();
  if (won) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
