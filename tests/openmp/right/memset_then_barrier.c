// Counts results in classes that the master clears for all, who wait for it; and once more in some
// that one thread clears.
#include <string.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int classes[16], again[16];
#pragma omp parallel
  {
#pragma omp master
    memset(classes, 0, sizeof classes);
#pragma omp barrier
#pragma omp for schedule(static) reduction(+ : classes[:16])
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
      classes[i % 16]++;
    }
#pragma omp single
    memset(again, 0, sizeof again);
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      again[i % 16]++;
    }
  }
  if (memcmp(classes, again, sizeof again) != 0) {  // never
    result[0] = 0.0f;
  }
}
