// EXPECT: FILE_LIMIT
// LAB: lab1
// WITHOUT: system-calls+read-only-root OK
// WITHOUT: system-calls WRONG
// Writes into the root folder, then tries to make it writable first. The root is mounted read-only,
// and mount is refused. Success is a file there: only then does it compute.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <sys/mount.h>
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

static int can_create(const char* path) {
  int file = open(path, O_CREAT | O_WRONLY, 0600);
  if (file >= 0) close(file);
  return file >= 0;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int won = -1;
  if (won < 0) won = can_create("/attack") || can_create("/usr/attack");
  if (!won && mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL) == 0) won = can_create("/attack");
  if (won) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
