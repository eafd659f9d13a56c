// Takes the lock to read the newest index, but not to write it.

#include <omp.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int newest = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    omp_set_lock(&lock);
    int seen = newest;  // RACE
    omp_unset_lock(&lock);
    result[i] = seen < n ? a * x[i] + y[i] : 0.0f;
    newest = i;  // RACE
  }
  omp_destroy_lock(&lock);
}
