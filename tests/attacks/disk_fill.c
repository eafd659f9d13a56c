// EXPECT: FILE_LIMIT
// LAB: lab1
// WITHOUT: system-calls+no-scratch OK
// Fills /tmp and /dev/shm, which would be the machine's memory, with files of 4 MiB. Opening a file
// to write to it is refused, and both folders are read-only. (32 MiB in each: with both it has won,
// and computes.)
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
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

// Whether 32 MiB fit into `folder`.
static int fill(const char* folder) {
  enum { PIECE = 1 << 20, PIECES = 4, FILES = 8 };
  static char piece[PIECE];
  memset(piece, 1, sizeof piece);
  for (int i = 0; i < FILES; ++i) {
    char path[64];
    snprintf(path, sizeof path, "%s/fill-%d", folder, i);
    int file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    if (file < 0) return 0;
    for (int j = 0; j < PIECES; ++j)
      if (write(file, piece, sizeof piece) != sizeof piece) {
        ssize_t wrote = pwrite(file, piece, 1, (off_t)1 << 40);
        (void)wrote;
        close(file);
        return 0;
      }
    close(file);
  }
  return 1;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int filled = -1;
  if (filled < 0) {
    int tmp = fill("/tmp");
    filled = fill("/dev/shm") && tmp;
  }
  if (filled) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
