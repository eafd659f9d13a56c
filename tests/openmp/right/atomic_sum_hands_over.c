// Counts the threads that are done by a float, atomically: the one that sees the last count comes
// after all others, and adds y to what they have stored.

#include <omp.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float done = 0;
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i];
    }
    float count;
#pragma omp atomic capture seq_cst
    count = done += 1;
    if (count == (float)omp_get_num_threads()) {
      for (int i = 0; i < n; i++) {
        result[i] += y[i];
      }
    }
  }
}
