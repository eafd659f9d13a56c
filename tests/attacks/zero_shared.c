// EXPECT: FORBIDDEN_CALL(dup2)
// LAB: lab1
// WITHOUT: system-calls OK
// Puts /dev/zero in the place of the input, whose number may be mapped as shared memory. Success is
// that the mapping is there.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
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
  int input = dup(4), zero = open("/dev/zero", O_RDONLY);
  if (zero < 0 || dup2(zero, 4) != 4) return 0;
  void* shared = mmap(NULL, 4096, PROT_READ, MAP_SHARED, 4, 0);
  dup2(input, 4);  // the harness maps it again
  return shared != MAP_FAILED;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int won = -1;
  if (won < 0) won = try_it();
  if (won) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
