// Counts results in classes that the master clears for all, without a barrier behind it: a thread
// that is done with its part early adds its counts before that.
#include <string.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int classes[16];
#pragma omp parallel
  {
#pragma omp master
    memset(classes, 0, sizeof classes);                       // RACE
#pragma omp for schedule(static) reduction(+ : classes[:16])  // RACE
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
      classes[i % 16]++;
    }
  }
  if (classes[0] > n) {  // never
    result[0] = 0.0f;
  }
}
