// Compares with a shared maximum and raises it, without critical; only a NaN in it would matter.

#include <math.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float best = -INFINITY;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    float value = a * x[i] + y[i];
    result[i] = value;
    if (value > best) {  // RACE
      best = value;      // RACE
    }
  }
  if (isnan(best)) {  // never: no comparison with a NaN is true
    result[0] = best;
  }
}
