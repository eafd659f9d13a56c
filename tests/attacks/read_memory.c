// EXPECT: FORBIDDEN_CALL(process_vm_readv)
// LAB: lab1
// Reads the memory of its parent, through /proc and then with process_vm_readv. Either would show
// what the judge expects, were it the judge: success is one byte.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
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

static int read_parent(void) {
  unsigned long address;
  char path[64], byte;
  snprintf(path, sizeof path, "/proc/%d/maps", (int)getppid());
  FILE* maps = fopen(path, "r");
  int known = maps && fscanf(maps, "%lx", &address) == 1;
  if (maps) fclose(maps);
  snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
  int memory = open(path, O_RDONLY);
  if (known && memory >= 0 && pread(memory, &byte, 1, address) == 1) return 1;
  struct iovec here = {&byte, 1}, there = {known ? (void*)address : NULL, 1};
  return process_vm_readv(getppid(), &here, 1, &there, 1, 0) == 1;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  if (read_parent()) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
