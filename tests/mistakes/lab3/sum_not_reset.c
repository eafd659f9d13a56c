// EXPECT: WRONG sum-not-reset
// STEP: 2
// Sets the register to 0 once a row, not once a pixel.

#include <immintrin.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    __m128 sum = _mm_setzero_ps();
    for (int x = 0; x < imgWidth; ++x) {
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          const __m128 pixel =
              _mm_load_ps(&imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS]);
          const __m128 h = _mm_set1_ps(filter[fy * FILTER_SIZE + fx]);
          sum = _mm_add_ps(sum, _mm_mul_ps(h, pixel));
        }
      }
      const __m128 clamped = _mm_min_ps(_mm_max_ps(sum, _mm_setzero_ps()), _mm_set1_ps(255));
      _mm_store_ps(&imgFloatDst[((long)y * imgWidth + x) * CHANNELS], clamped);
    }
  }
}
