// EXPECT: UNSAFE(omp-race) omp-race
// STEP: 1
// SAYS: counts is written while
// Counts how bright rows begin, and the master clears the counts with memset(). It has no barrier behind it,
// so a thread that is done with its rows may add its counts to the sum before that.

#include <string.h>

static int brightest;

static void filter_row(int y, int imgWidth, int imgWidthF, const float* filter, const float* src,
                       float* dst) {
  for (int x = 0; x < imgWidth; ++x) {
    const float* window = src + ((long)y * imgWidthF + x) * CHANNELS;
    float sum[CHANNELS] = {0};
    for (int fy = 0; fy < FILTER_SIZE; ++fy) {
      for (int fx = 0; fx < FILTER_SIZE; ++fx) {
        for (int c = 0; c < CHANNELS; ++c) {
          sum[c] +=
              filter[fy * FILTER_SIZE + fx] * window[((long)fy * imgWidthF + fx) * CHANNELS + c];
        }
      }
    }
    for (int c = 0; c < CHANNELS; ++c) {
      if (sum[c] < 0) sum[c] = 0;
      if (sum[c] > 255) sum[c] = 255;
      dst[((long)y * imgWidth + x) * CHANNELS + c] = sum[c];
    }
  }
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  int counts[256];
#pragma omp parallel
  {
#pragma omp master
    memset(counts, 0, sizeof counts);
#pragma omp for reduction(+ : counts[:256])
    for (int y = 0; y < imgHeight; ++y) {
      filter_row(y, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
      ++counts[(int)imgFloatDst[(long)y * imgWidth * CHANNELS] & 255];
    }
  }
  brightest = counts[255];
}
