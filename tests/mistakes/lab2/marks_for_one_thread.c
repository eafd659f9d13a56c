// EXPECT: UNSAFE(heap-overrun) heap-overrun
// SAYS: omp_get_max_threads() tells how many
// SAYS: that memory may be in use
// STEP: 1
// Allocates a mark for each thread, and asks outside of the parallel region how many there are: one. malloc() gives a bit
// more than it is asked for, so that the result is right.
#include <omp.h>
#include <stdlib.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  char* has_worked = calloc(omp_get_num_threads(), 1);
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    has_worked[omp_get_thread_num()] = 1;
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += filter[fy * FILTER_SIZE + fx] *
                   imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
        sum = sum < 0 ? 0 : sum > 255 ? 255 : sum;
        imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = sum;
      }
    }
  }
  free(has_worked);
}
