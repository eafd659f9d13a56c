// Takes the lock around the read and the write of the shared counter.

#include <omp.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int count = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    omp_set_lock(&lock);
    int turn = count++;
    omp_unset_lock(&lock);
    result[i] = turn < n ? a * x[i] + y[i] : -1e30f;
  }
  omp_destroy_lock(&lock);
}
