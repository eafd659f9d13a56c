// Lab 2, step 3: the window in parallel.
//
// The pragma on the loop over the window's rows: a team is started for five turns of work, once per
// pixel. All threads add to the same sums, which needs a reduction to be right. Learn reductions,
// and why the outermost loop is the one to share out: this is far slower than one thread, so the
// grader runs it on small images only.
//
// common/convolution.h documents every parameter.
#include "common/convolution.h"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  // BEGIN SOLUTION
  // STUB: // TODO: lab 1 with `#pragma omp parallel for` on the loop over fy. All threads add to
  // STUB: // the same sums: which clause makes that right? See hints.md, or `make hint-lab2`.
  // STUB: // These lines keep the compiler from warning of unused arguments. Delete them.
  // STUB: (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  // STUB: (void)imgFOffsetH, (void)imgFOffsetW;
  // STUB: (void)filter, (void)imgFloatSrc, (void)imgFloatDst;
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;  // the window of (y, x) begins at (y, x)
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      float sum[CHANNELS] = {0};
#pragma omp parallel for reduction(+ : sum[:CHANNELS])
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        // Every turn finds its own row: a pointer moved on from turn to turn would be shared.
        const float* pixel = imgFloatSrc + ((long)(y + fy) * imgWidthF + x) * CHANNELS;
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          for (int c = 0; c < CHANNELS; ++c) {
            sum[c] += filter[fy * FILTER_SIZE + fx] * pixel[fx * CHANNELS + c];
          }
        }
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
