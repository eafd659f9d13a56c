// EXPECT: WRONG filter-mirrored
// STEP: 3
// Keeps one partial sum for each result that a source row belongs to, and gives them the
// coefficients in the wrong order.

#include <immintrin.h>

extern "C" void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF,
                            int imgFOffsetH, int imgFOffsetW, float* filter, float* imgFloatSrc,
                            float* imgFloatDst) {
  (void)imgHeight, (void)imgFOffsetH, (void)imgFOffsetW;
  const long width = static_cast<long>(imgWidth) * CHANNELS;
  const long width_f = static_cast<long>(imgWidthF) * CHANNELS;
#pragma omp parallel for
  for (long i = 0; i < width; i += CHANNELS) {
    // partial[k] is the sum of the result k rows above the current source row.
    __m128 partial[FILTER_SIZE] = {};
    for (int row = 0; row < imgHeightF; ++row) {
      for (int k = FILTER_SIZE - 1; k > 0; --k) partial[k] = partial[k - 1];
      partial[0] = _mm_setzero_ps();
      for (int k = 0; k < FILTER_SIZE; ++k) {
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          const __m128 h = _mm_set1_ps(filter[(FILTER_SIZE - 1 - k) * FILTER_SIZE + fx]);
          const __m128 pixel = _mm_load_ps(&imgFloatSrc[row * width_f + i + fx * CHANNELS]);
          partial[k] = _mm_add_ps(partial[k], _mm_mul_ps(h, pixel));
        }
      }
      if (row < FILTER_SIZE - 1) continue;
      const __m128 sum = _mm_max_ps(partial[FILTER_SIZE - 1], _mm_setzero_ps());
      _mm_store_ps(&imgFloatDst[(row - FILTER_SIZE + 1) * width + i],
                   _mm_min_ps(sum, _mm_set1_ps(255)));
    }
  }
}
