// Lab 2, step 1: the rows in parallel.
//
// Learn `#pragma omp parallel for`: the team of threads shares out the rows of the image, each
// row independent of the others. What a thread computes in must be its own (private), what all
// threads read or fill may be shared.
//
// common/convolution.h documents every parameter.
#include "common/convolution.h"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  // BEGIN SOLUTION
  // STUB: // TODO: your lab 1, with one pragma before the loop over the rows. Declare variables
  // STUB: // in the innermost block that needs them. Stuck? See hints.md, or `make hint-lab2`.
  // STUB: // These lines keep the compiler from warning of unused arguments. Delete them.
  // STUB: (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  // STUB: (void)imgFOffsetH, (void)imgFOffsetW;
  // STUB: (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;  // the window of (y, x) begins at (y, x)
  // 16 rows at a time to whichever thread is free: a core that is busy elsewhere takes fewer.
#pragma omp parallel for schedule(dynamic, 16)
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      const float* pixel = imgFloatSrc + ((long)y * imgWidthF + x) * CHANNELS;
      float sum[CHANNELS] = {0};  // declared inside the parallel loop: one a thread
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          for (int c = 0; c < CHANNELS; ++c) {
            sum[c] += filter[fy * FILTER_SIZE + fx] * pixel[fx * CHANNELS + c];
          }
        }
        pixel += (long)imgWidthF * CHANNELS;
      }
      for (int c = 0; c < CHANNELS; ++c) {
        float value = sum[c];
        if (value < 0) value = 0;
        if (value > 255) value = 255;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = value;
      }
    }
  }
  // END SOLUTION
}
