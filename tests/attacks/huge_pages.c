// EXPECT: FORBIDDEN_CALL(mmap)
// LAB: lab1
// WITHOUT: system-calls WRONG | OK
// Maps huge pages of a pool that the machine may have set aside: they are in none of the usual
// figures. Success is to have one; where the pool is empty there is none.
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
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB;
  volatile char* page = mmap(NULL, 2 << 20, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (page == MAP_FAILED) return 0;
  page[0] = 1;
  return 1;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int won = -1;
  if (won < 0) won = try_it();
  if (won) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
