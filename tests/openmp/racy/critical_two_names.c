// Adds to one sum in two critical regions of different names: they do not keep each other out.

#include <omp.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int done = 0;
#pragma omp parallel
  {
    int mine = 0;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
      mine++;
    }
    if (omp_get_thread_num() % 2 == 0) {
#pragma omp critical(even)
      done += mine;  // RACE
    } else {
#pragma omp critical(odd)
      done += mine;  // RACE
    }
  }
  if (done > n) {  // never: additions that get lost leave less
    result[0] = 0.0f;
  }
}
