// EXPECT: FILE_LIMIT
// LAB: lab1
// WITHOUT: private-copy OK
// WITHOUT: system-calls WRONG
// Walks all descriptors for one that the judge forgot to close, for a file or folder behind
// standard input and output, and for a way to write to the inputs. Success is any of them: only
// then does it compute.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INPUT = 4, LAST_EXPECTED = 5, MOST = 4096 };

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

static int can_write(int descriptor) {
  char byte;
  if (descriptor < 0 || pread(descriptor, &byte, 1, 0) != 1) return 0;
  if (pwrite(descriptor, &byte, 1, 0) == 1) return 1;
  return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) != MAP_FAILED;
}

static int find_leak(void) {
  for (int descriptor = LAST_EXPECTED + 1; descriptor < MOST; ++descriptor)
    if (fcntl(descriptor, F_GETFD) >= 0) return 1;
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) continue;
    if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) || S_ISBLK(status.st_mode)) return 1;
  }
  return can_write(INPUT) || can_write(open("/proc/self/fd/4", O_RDWR));
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int found = -1;
  if (found < 0) found = find_leak();
  if (found) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
