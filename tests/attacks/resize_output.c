// EXPECT: FILE_LIMIT
// LAB: lab1
// WITHOUT: system-calls WRONG
// Truncates the output file, so that the judge's own read of it would end in SIGBUS, and grows it
// to a terabyte. Its size is sealed: both calls fail, and the destination still holds poison.
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  int reopened = open("/proc/self/fd/5", O_RDWR);
  for (int descriptor = 5; descriptor >= 0; descriptor = descriptor == 5 ? reopened : -1) {
    if (ftruncate(descriptor, 0) == 0) return;
    if (ftruncate(descriptor, (off_t)1 << 40) == 0) return;
    if (fallocate(descriptor, 0, 0, (off_t)1 << 32) == 0) return;
  }
}
