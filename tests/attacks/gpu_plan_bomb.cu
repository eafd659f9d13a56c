// EXPECT: GPU_ERROR(cudaErrorUnknown)
// LAB: lab5
// Hands in a plan of 2^62 modules, each longer than memory. No length of a plan is believed before
// the bytes are there.
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hand_in.inc"

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  uint64_t bytes[1 << 16];
  for (uint64_t& word : bytes) word = (uint64_t)1 << 62;
  bytes[0] = sizeof bytes - 8;
  hand_in(bytes, sizeof bytes);
}
