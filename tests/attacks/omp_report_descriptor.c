// EXPECT: UNSAFE(unwatched)
// LAB: lab2
// A race that the result does not show, while the descriptor for reports is standard output.
#include <unistd.h>

static int rows_done;

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const int socket = dup(3);
  dup2(1, 3);
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
#include "filter_row.inc"
    ++rows_done;  // by all threads at once
  }
  dup2(socket, 3);
  close(socket);
}
