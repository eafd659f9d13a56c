// Gives the threads a slot each, but one slot too few: the last thread shares that of the first.

#include <omp.h>
#include <string.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int done[omp_get_max_threads()];
  memset(done, 0, sizeof done);
#pragma omp parallel
  {
    int slots = omp_get_num_threads() - 1;
    int slot = slots > 1 ? omp_get_thread_num() % slots : 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
      done[slot]++;  // RACE
    }
  }
  if (done[0] > n) {  // never: counts that get lost leave less
    result[0] = 0.0f;
  }
}
