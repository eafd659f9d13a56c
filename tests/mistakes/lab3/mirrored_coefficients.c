// EXPECT: WRONG filter-mirrored
// STEP: 1
// Sets four coefficients with _mm_set_ps and so mirrors each row of the filter.

#include <immintrin.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; ++x) {
      __m128 sum = _mm_setzero_ps();
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        const float* h = &filter[fy * FILTER_SIZE];
        const float* pixel = &imgFloatSrc[((long)(y + fy) * imgWidthF + x) * CHANNELS];
        float row[FILTER_SIZE];
        _mm_storeu_ps(&row[1], _mm_set_ps(h[0], h[1], h[2], h[3]));
        row[0] = h[4];
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          sum =
              _mm_add_ps(sum, _mm_mul_ps(_mm_set1_ps(row[fx]), _mm_load_ps(&pixel[fx * CHANNELS])));
        }
      }
      sum = _mm_min_ps(_mm_max_ps(sum, _mm_setzero_ps()), _mm_set1_ps(255));
      _mm_store_ps(&imgFloatDst[((long)y * imgWidth + x) * CHANNELS], sum);
    }
  }
}
