// Reads what another thread scales, behind a nowait; the product is computed again where it lacks.

#include <stdlib.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float* scaled = calloc(n, sizeof *scaled);
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) {
      scaled[i] = a * x[i];  // RACE
    }
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      int mirrored = n - 1 - i;
      float product = scaled[mirrored];  // RACE
      if (product != a * x[mirrored]) {
        product = a * x[mirrored];
      }
      result[mirrored] = product + y[mirrored];
    }
  }
  free(scaled);
}
