// Keeps the factor in a static local variable that the first thread to come by fills in.

#include <math.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  static float cached;
  cached = NAN;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    if (cached != a) {  // RACE
      cached = a;       // RACE
    }
    result[i] = cached * x[i] + y[i];  // RACE
  }
}
