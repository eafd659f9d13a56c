// EXPECT: NO_RESULT(SIGSEGV) out-of-bounds
// STEP: 1
// Stores rows as wide as the extended source: the last ones lie behind the destination.

#include <immintrin.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      __m128 sum = _mm_setzero_ps();
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          const __m128 pixel =
              _mm_load_ps(&imgFloatSrc[((long)(y + fy) * imgWidthF + x + fx) * CHANNELS]);
          const __m128 h = _mm_set1_ps(filter[fy * FILTER_SIZE + fx]);
          sum = _mm_add_ps(sum, _mm_mul_ps(h, pixel));
        }
      }
      sum = _mm_min_ps(_mm_max_ps(sum, _mm_setzero_ps()), _mm_set1_ps(255));
      _mm_store_ps(&imgFloatDst[((long)y * imgWidthF + x) * CHANNELS], sum);
    }
  }
}
