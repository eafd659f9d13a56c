// EXPECT: NO_RESULT(SIGSEGV) unaligned-access
// STEP: 3
// Stores two pixels at a multiple of 16 bytes with a store that needs 32.

#include <immintrin.h>

extern "C" __attribute__((target("avx"))) void conv_filter(int imgHeight, int imgWidth,
                                                           int imgHeightF, int imgWidthF,
                                                           int imgFOffsetH, int imgFOffsetW,
                                                           float* filter, float* imgFloatSrc,
                                                           float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x + 2 <= imgWidth; x += 2) {
      __m256 sum = _mm256_setzero_ps();
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        const float* pixels = &imgFloatSrc[(static_cast<long>(y + fy) * imgWidthF + x) * CHANNELS];
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          const __m256 two = _mm256_loadu_ps(&pixels[fx * CHANNELS]);
          sum =
              _mm256_add_ps(sum, _mm256_mul_ps(_mm256_set1_ps(filter[fy * FILTER_SIZE + fx]), two));
        }
      }
      sum = _mm256_min_ps(_mm256_max_ps(sum, _mm256_setzero_ps()), _mm256_set1_ps(255));
      _mm256_store_ps(&imgFloatDst[(static_cast<long>(y) * imgWidth + x) * CHANNELS], sum);
    }
    if (imgWidth % 2 != 0) {
      __m128 sum = _mm_setzero_ps();
      for (int fy = 0; fy < FILTER_SIZE; ++fy) {
        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
          const long pixel = static_cast<long>(y + fy) * imgWidthF + imgWidth - 1 + fx;
          const __m128 h = _mm_set1_ps(filter[fy * FILTER_SIZE + fx]);
          sum = _mm_add_ps(sum, _mm_mul_ps(h, _mm_load_ps(&imgFloatSrc[pixel * CHANNELS])));
        }
      }
      sum = _mm_min_ps(_mm_max_ps(sum, _mm_setzero_ps()), _mm_set1_ps(255));
      _mm_store_ps(&imgFloatDst[(static_cast<long>(y) * imgWidth + imgWidth - 1) * CHANNELS], sum);
    }
  }
}
