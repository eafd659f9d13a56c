// STEP: 1
// A row of memory for each thread that there may be, asked for outside of the parallel region.
#include <omp.h>
#include <stdlib.h>
#include <string.h>
void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  float* rows = malloc((long)omp_get_max_threads() * imgWidth * CHANNELS * sizeof(float));
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    float* row = rows + (long)omp_get_thread_num() * imgWidth * CHANNELS;
    for (int x = 0; x < imgWidth; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += filter[fy * FILTER_SIZE + fx] *
                   imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS + c];
        sum = sum < 0 ? 0 : sum > 255 ? 255 : sum;
        row[x * CHANNELS + c] = sum;
      }
    }
    memcpy(imgFloatDst + (long)y * imgWidth * CHANNELS, row, imgWidth * CHANNELS * sizeof(float));
  }
  free(rows);
}
