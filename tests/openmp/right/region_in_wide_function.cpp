// Starts its threads in a function for processors with wider vectors, and in a plain one elsewhere.
#include <immintrin.h>

__attribute__((target("avx2,fma"))) static void wide(int n, float a, const float* x, const float* y,
                                                     float* result) {
  const int whole = n / 8 * 8;
#pragma omp parallel for
  for (int i = 0; i < whole; i += 8) {
    const __m256 products = _mm256_mul_ps(_mm256_set1_ps(a), _mm256_loadu_ps(x + i));
    _mm256_storeu_ps(result + i, _mm256_add_ps(products, _mm256_loadu_ps(y + i)));
  }
  for (int i = whole; i < n; i++) result[i] = a * x[i] + y[i];
}

static void plain(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) result[i] = a * x[i] + y[i];
}

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    wide(n, a, x, y, result);
  } else {
    plain(n, a, x, y, result);
  }
}
