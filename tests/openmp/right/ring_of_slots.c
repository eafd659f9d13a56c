// Hands products from one thread to another through a ring: two atomic indexes say whose a slot is.

#include <omp.h>
#include <sched.h>

#define SLOTS 16

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float ring[SLOTS];
  int made = 0, taken = 0;
#pragma omp parallel
  {
    int thread = omp_get_thread_num();
    int alone = omp_get_num_threads() == 1;
    int other = 0;
    for (int i = 0; i < n && thread == 0; i++) {
      while (!alone && i - other == SLOTS) {
        sched_yield();
#pragma omp atomic read acquire
        other = taken;
      }
      ring[i % SLOTS] = a * x[i];
#pragma omp atomic write release
      made = i + 1;
      if (alone) {
        result[i] = ring[i % SLOTS] + y[i];
      }
    }
    for (int i = 0; i < n && thread == 1; i++) {
      while (other <= i) {
        sched_yield();
#pragma omp atomic read acquire
        other = made;
      }
      result[i] = ring[i % SLOTS] + y[i];
#pragma omp atomic write release
      taken = i + 1;
    }
  }
}
