// Ends each part one element too late: two neighbours write the same value to it.

#include <omp.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
  {
    int threads = omp_get_num_threads();
    int thread = omp_get_thread_num();
    int begin = n * thread / threads;
    int end = n * (thread + 1) / threads;
    for (int i = begin; i <= end && i < n; i++) {
      result[i] = a * x[i] + y[i];  // RACE
    }
  }
}
