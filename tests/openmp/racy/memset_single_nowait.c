// One thread clears the counts of all classes, and nowait lets the others add to them meanwhile.
#include <string.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int classes[16];
#pragma omp parallel
  {
#pragma omp single nowait
    memset(classes, 0, sizeof classes);  // RACE
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
#pragma omp atomic
      classes[i % 16]++;  // RACE
    }
  }
  if (classes[0] > n) {  // never
    result[0] = 0.0f;
  }
}
