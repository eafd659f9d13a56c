// Keeps the last four results in a line that all threads move on.
#include <string.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float newest[4] = {0};
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    memmove(newest, newest + 1, 3 * sizeof(float));  // RACE
    newest[3] = result[i];                           // RACE
  }
}
