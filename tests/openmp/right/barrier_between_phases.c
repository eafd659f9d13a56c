// Reads in the second phase what other threads wrote in the first: a barrier is between them.

#include <omp.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float scaled[n];
#pragma omp parallel
  {
    int threads = omp_get_num_threads();
    int thread = omp_get_thread_num();
    for (int i = thread; i < n; i += threads) {
      scaled[i] = a * x[i];
    }
#pragma omp barrier
    for (int i = n - 1 - thread; i >= 0; i -= threads) {
      result[i] = scaled[i] + y[i];
    }
  }
}
