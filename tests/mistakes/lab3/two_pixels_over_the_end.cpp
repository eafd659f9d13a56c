// EXPECT: NO_RESULT(SIGSEGV) out-of-bounds
// STEP: 3
// SAYS: a register holds 2 pixels here
// Takes two pixels at a time, also where only one is left in a row.

#include <immintrin.h>

extern "C" __attribute__((target("avx"))) void conv_filter(int imgHeight, int imgWidth,
                                                           int imgHeightF, int imgWidthF,
                                                           int imgFOffsetH, int imgFOffsetW,
                                                           float* filter, float* imgFloatSrc,
                                                           float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
#pragma omp parallel for
  for (int y = 0; y < imgHeight; ++y) {
    for (int x = 0; x < imgWidth; x += 2) {
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
      _mm256_storeu_ps(&imgFloatDst[(static_cast<long>(y) * imgWidth + x) * CHANNELS], sum);
    }
  }
}
