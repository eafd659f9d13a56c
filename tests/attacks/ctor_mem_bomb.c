// EXPECT: MEMORY_LIMIT
// LAB: lab1
// SECONDS: 20
// Fills memory before main() has begun, from a constructor: the limits have to hold from the first
// instruction on, not from the first message.
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PIECE = 16 << 20, MOST = 256 };  // 4 GiB in all

__attribute__((constructor)) static void fill_memory(void) {
  for (int i = 0; i < MOST; ++i) {
    void* piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (piece != MAP_FAILED) memset(piece, 1, PIECE);
    usleep(2000);
  }
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {}
