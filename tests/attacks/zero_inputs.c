// EXPECT: FILE_LIMIT
// LAB: lab1
// WITHOUT: private-copy OK
// WITHOUT: system-calls WRONG
// Makes the inputs writable (mprotect, its own mapping, a reopened descriptor), overwrites them
// with zeros and returns the right answer to zeros. The memory is sealed, and the judge computes
// what it expects from a copy of its own.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INPUT = 4 };

// Zeros all of the input file through `descriptor`, mapped or written.
static int zero_file(int descriptor) {
  struct stat status;
  if (descriptor < 0 || fstat(descriptor, &status) != 0) return 0;
  void* all = mmap(NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (all != MAP_FAILED) {
    memset(all, 0, status.st_size);
    munmap(all, status.st_size);
    return 1;
  }
  static const char zeros[65536];
  off_t at = 0;
  while (at < status.st_size) {
    ssize_t wrote = pwrite(descriptor, zeros, sizeof zeros, at);
    if (wrote <= 0) return 0;
    at += wrote;
  }
  return 1;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  size_t bytes = (size_t)imgHeightF * imgWidthF * CHANNELS * sizeof(float);
  uintptr_t first = (uintptr_t)imgFloatSrc & ~(uintptr_t)4095;
  uintptr_t last = ((uintptr_t)imgFloatSrc + bytes + 4095) & ~(uintptr_t)4095;
  if (mprotect((void*)first, last - first, PROT_READ | PROT_WRITE) == 0) {
    memset(imgFloatSrc, 0, bytes);
  } else if (!zero_file(INPUT)) {
    int reopened = open("/proc/self/fd/4", O_RDWR);
    zero_file(reopened);
    if (reopened >= 0) close(reopened);
  }
  memset(imgFloatDst, 0, (size_t)imgHeight * imgWidth * CHANNELS * sizeof(float));
}
