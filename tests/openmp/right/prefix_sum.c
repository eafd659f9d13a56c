// Sums up in two passes: a part's sum is read by other threads only behind the barrier.

#include <omp.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int ones[n];
  int sums[omp_get_max_threads()];
#pragma omp parallel
  {
    int threads = omp_get_num_threads();
    int thread = omp_get_thread_num();
    int begin = n * thread / threads;
    int end = n * (thread + 1) / threads;
    sums[thread] = 0;
    for (int i = begin; i < end; i++) {
      ones[i] = 1;
      sums[thread] += ones[i];
    }
#pragma omp barrier
    int before = 0;
    for (int other = 0; other < thread; other++) {
      before += sums[other];
    }
    for (int i = begin; i < end; i++) {
      before += ones[i];
      result[before - 1] = a * x[before - 1] + y[before - 1];
    }
  }
}
