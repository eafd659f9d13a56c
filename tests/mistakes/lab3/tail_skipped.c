// EXPECT: WRONG tail-skipped
// STEP: 2
// Takes four pixels at a time and leaves out the rest of a row.

#include <immintrin.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x + 4 <= imgWidth; x += 4) {
      __m128 sum[4] = {_mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps()};
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        const float* pixel = &imgFloatSrc[((long)(y + fy) * imgWidthF + x) * CHANNELS];
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          const __m128 h = _mm_set1_ps(filter[fy * FILTER_SIZE + fx]);
          for (int i = 0; i < 4; ++i) {
            sum[i] = _mm_add_ps(sum[i], _mm_mul_ps(h, _mm_load_ps(&pixel[(fx + i) * CHANNELS])));
          }
        }
      }
      for (int i = 0; i < 4; ++i) {
        sum[i] = _mm_min_ps(_mm_max_ps(sum[i], _mm_setzero_ps()), _mm_set1_ps(255));
        _mm_store_ps(&imgFloatDst[((long)y * imgWidth + x + i) * CHANNELS], sum[i]);
      }
    }
  }
}
