// EXPECT: MEMORY_LIMIT
// LAB: lab1
// SECONDS: 20
// Allocates and touches memory, and asks again where malloc gives it none: whoever watches it sees
// in the end that it has too much. (3 GiB at most: with so much it has won, and computes.)
#include <stdlib.h>
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

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  enum { PIECE = 64 << 20, PIECES = 48 };
  for (int i = 0; i < PIECES; ++i) {
    char* volatile piece;
    while ((piece = malloc(PIECE)) == NULL) usleep(1000);
    memset(piece, 1, PIECE);
  }
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
