// Clears and copies whole parts of the rows by memset and memcpy, each thread its own part.

#include <omp.h>
#include <string.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float scaled[n];
#pragma omp parallel
  {
    int threads = omp_get_num_threads();
    int thread = omp_get_thread_num();
    int begin = n * thread / threads;
    int length = n * (thread + 1) / threads - begin;
    memset(scaled + begin, 0, length * sizeof *scaled);
    memcpy(result + begin, y + begin, length * sizeof *result);
    for (int i = begin; i < begin + length; i++) {
      scaled[i] += a * x[i];
      result[i] += scaled[i];
    }
  }
}
