// EXPECT: GATE threads
// STEP: 1
// Vectors in place of threads: fast enough for every point, and one thread does it all.
#include <xmmintrin.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      const float* pixel = imgFloatSrc + ((long)y * imgWidthF + x) * CHANNELS;
      __m128 sum = _mm_setzero_ps();
      for (int fy = 0; fy < FILTER_SIZE; ++fy, pixel += (long)imgWidthF * CHANNELS)
        for (int fx = 0; fx < FILTER_SIZE; ++fx)
          sum = _mm_add_ps(sum, _mm_mul_ps(_mm_set1_ps(filter[fy * FILTER_SIZE + fx]),
                                           _mm_loadu_ps(pixel + fx * CHANNELS)));
      sum = _mm_min_ps(_mm_max_ps(sum, _mm_setzero_ps()), _mm_set1_ps(255));
      _mm_storeu_ps(imgFloatDst + ((long)y * imgWidth + x) * CHANNELS, sum);
    }
  }
}
