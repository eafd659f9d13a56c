// Starts a team within each thread of a team; the halves and the elements have one owner each.

#include <omp.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int levels = omp_get_max_active_levels();
  omp_set_max_active_levels(2);
#pragma omp parallel for num_threads(2) schedule(static)
  for (int half = 0; half < 2; half++) {
    int begin = half == 0 ? 0 : n / 2;
    int end = half == 0 ? n / 2 : n;
    float factor = a;
#pragma omp parallel num_threads(2) shared(factor)
    {
#pragma omp for schedule(static)
      for (int i = begin; i < end; i++) {
        result[i] = factor * x[i] + y[i];
      }
#pragma omp single
      factor = 0.0f;
    }
  }
  omp_set_max_active_levels(levels);
}
